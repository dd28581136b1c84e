#include <stdio.h>
union u { unsigned char c; _Bool b; };
int main(void)
{
    union u u;
    u.c = 2;
    printf("%d\n", u.b ? 1 : 0);
    return 0;
}
