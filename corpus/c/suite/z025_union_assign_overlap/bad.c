#include <stdio.h>
union u { struct { int a, b; } s; struct { char pad; int pack; } __attribute__((packed)) t; };
int main(void)
{
    union u u = { .s = { 5, 6 } };
    u.t.pack = u.s.a;
    printf("%d\n", u.t.pack);
    return 0;
}
