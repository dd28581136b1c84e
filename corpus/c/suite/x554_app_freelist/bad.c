#include <stdio.h>
#include <stddef.h>
#include <string.h>
union blk { union blk *nx; max_align_t al; char pay[32]; };
static union blk pool[4], *fl; static int up;
static void *get(void) { if (fl) { union blk *b = fl; fl = b->nx; return b; }
    return up <= 4 ? &pool[up++] : NULL; }
static void put(void *p) { union blk *b = p; b->nx = fl; fl = b; }
int main(void) {
    char *v[6]; int n = 0;
    for (int i = 0; i < 6; i++) { v[i] = get(); if (!v[i]) break; n++; strcpy(v[i], "block"); } /* BAD */
    put(v[1]); put(v[0]);
    char *q = get(); strcpy(q, "again");
    printf("%d %s\n", n, v[0]);
    return 0;
}
