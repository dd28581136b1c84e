#include <stdio.h>
#include <string.h>
union u { char tag; struct { char t; int v; } s; };
int main(void) {
    union u a, b;
    memset(&a, 0, sizeof a);
    a.s.t = 'x'; a.s.v = 3;
    b = a;
    b.tag = 'y';
    union u c; c.tag = 'z';
    printf("%c %d\n", b.s.t, c.s.v > 100); /* BAD */
    return 0;
}
