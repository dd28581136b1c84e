#include <stdio.h>
union u { unsigned char c; _Bool b; };
static int is(union u *u) { return u->b ? 1 : 0; } /* BAD */
int main(void) {
    union u u;
    u.c = 0xff;
    printf("%d\n", is(&u) >= 0);
    return 0;
}
