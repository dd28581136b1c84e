#include <stdio.h>
struct p { int x, y; int z[3]; struct { char c; const char *s; } in[2]; };
static struct p g[] = { [2] = { .y = 3, .z = { [1] = 4 }, .in[1].s = "deep" }, { 1, 2, { 3, 4, 5 }, { { 'a', "b" } } } };
static const int *const idx[] = { &g[2].z[1], &g[3].x };
int main(void) {
    int a[] = { [5] = 1, [0] = 2, 3 }; char s[3] = "abc", t[] = { "xy" };
    struct p l = g[2], *q = &(struct p){ .x = 9, .z = { 1 } };
    printf("%d %d %d %c %s %d %d %s %d %d\n", (int)(sizeof g / sizeof *g), (int)(sizeof a / sizeof *a), a[1], s[2], t, *idx[0], *idx[1], l.in[1].s, q->z[2], q->x);
    printf("%s\n", g[3].in[1].s); /* BAD */
    return 0;
}
