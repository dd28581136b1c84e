#include <stdio.h>
union n { int i; float f; double d; };
static void trunc_in_place(union n *u)
{
    u->i = u->f;
}
int main(void)
{
    union n u;
    u.f = 3.5f;
    trunc_in_place(&u);
    printf("%d\n", u.i);
    return 0;
}
