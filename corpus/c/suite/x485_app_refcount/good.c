#include <stdio.h>
#include <stdlib.h>
typedef struct obj { int rc; void (*dtor)(struct obj *); struct obj *ch; } obj;
static void unref(obj *o) { if (o && --o->rc == 0) { o->dtor(o); free(o); } }
static void d(obj *o) { unref(o->ch); }
static obj *mk(obj *ch) { obj *o = malloc(sizeof *o); if (!o) exit(1); o->rc = 1; o->dtor = d; o->ch = ch;
    if (ch) ch->rc++;
    return o; }
int main(void) {
    obj *leaf = mk(NULL), *a = mk(leaf), *b = mk(leaf);
    unref(a); unref(b); unref(leaf);
    puts("ok");
    return 0;
}
