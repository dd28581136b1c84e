#include <stdio.h>
struct v { float x, y, z; };
static float dot(const struct v *v) { const float *p = &v->x; float s = 0; for (int i = 0; i < 3; i++) s += p[i] * p[i]; return s; } /* BAD */
int main(void) { struct v v = { 1, 2, 3 };
    printf("%.0f\n", dot(&v));
    return 0; }
