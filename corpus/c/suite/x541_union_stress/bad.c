#include <stdio.h>
#include <string.h>
#include <stdint.h>
struct a { int tag; float f; }; struct b { int tag; long l; };
union u { struct a a; struct b b; unsigned char raw[16]; struct { unsigned lo : 4, hi : 4; } bf; };
static int tag(union u *u) { return u->a.tag; }
int main(void) {
    union u u; memset(&u, 0, sizeof u);
    u.b.tag = 0x21; u.b.l = 5;
    printf("%d %u %u %d\n", tag(&u), u.bf.lo, u.bf.hi, u.raw[0]);
    union { float f; uint32_t u; } pun = { 1.0f }; printf("%x\n", (unsigned)pun.u);
    struct { union { int i; char c[4]; }; int k : 3; _Bool t : 1; } an = { .c = { 1, 0, 0, 0 }, .k = -4, .t = 5 };
    printf("%d %d %d\n", an.i, an.k, an.t);
    union u v; v.raw[0] = 1; v.raw[1] = 1; printf("%d\n", v.a.tag > 100000); /* BAD */
    return 0;
}
