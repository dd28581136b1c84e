#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
int main(void)
{
    char *raw = malloc(64 + 16);
    if (!raw) return 1;
    char *al = raw + (16 - (uintptr_t)raw % 16);
    al[0] = 1;
    free(raw);
    puts("ok");
    return 0;
}
