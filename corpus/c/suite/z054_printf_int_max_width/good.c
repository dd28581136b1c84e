#include <stdio.h>
int main(void)
{
    int w = 4;
    printf("[%*d]\n", w, 7);
    return 0;
}
