#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { char *title; int refs; } doc;
static void release(doc *d) { if (--d->refs == 0) { free(d->title); free(d); } }
int main(void) {
    doc *d = malloc(sizeof *d);
    if (!d || !(d->title = malloc(8))) return 1;
    strcpy(d->title, "report");
    d->refs = 1;
    doc *alias = d;
    release(d);
    printf("%s\n", alias->title); /* BAD */
    return 0;
}
