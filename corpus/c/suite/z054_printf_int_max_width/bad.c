#include <stdio.h>
int main(void)
{
    size_t w = 4;
    printf("[%*d]\n", w, 7);
    return 0;
}
