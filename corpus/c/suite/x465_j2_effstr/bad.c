#include <stdio.h>
union u { int i; float f; };
static float rd(float *p) { return *p; } /* BAD */
int main(void) {
    union u u; u.i = 3;
    int other = 5; printf("%d\n", rd((float *)&other) > 4);
    return u.i == 99;
}
