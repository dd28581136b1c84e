#include <stdio.h>
union u { int i; float f; };
static float rd(float *p) { return *p; }
int main(void) {
    union u u; u.i = 3;
    u.f = 1; printf("%d\n", rd(&u.f) > 4);
    return u.i == 99;
}
