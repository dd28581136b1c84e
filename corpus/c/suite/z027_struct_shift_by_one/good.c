#include <stdio.h>
#include <string.h>
struct __attribute__((packed)) rec { char k; char v[6]; };
static char buf[32] = "abcdefghijklmnopqrstuvwxyz";
int main(void)
{
    struct rec *a = (struct rec *)buf;
    struct rec *b = (struct rec *)(buf + 7);
    *a = *b;
    printf("%c\n", a->k);
    return 0;
}
