#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct doc { char *title; int pages; };

static struct doc make(const char *t, int pages)
{
    struct doc d = { malloc(strlen(t) + 1), pages };
    if (!d.title)
        exit(1);
    strcpy(d.title, t);
    return d;
}

static void drop(struct doc *d)
{
    free(d->title);
    d->title = NULL;
}

int main(void)
{
    struct doc a = make("report", 12);
    struct doc b = a;
    b.pages++;
    printf("%s %d\n", b.title, b.pages);
    fflush(stdout);
    drop(&a);
    drop(&b);
    printf("done\n");
    return 0;
}
