#include <stdio.h>
int main(void)
{
    FILE *f = stdout; puts("hello"); fputs("x\n", (FILE *)((char *)f + 1));
    return 0;
}
