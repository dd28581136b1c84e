#include <stdio.h>
int main(void)
{
    FILE *f = stdout; puts("hello"); fputs("x\n", f);
    return 0;
}
