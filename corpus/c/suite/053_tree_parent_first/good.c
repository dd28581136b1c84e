#include <stdio.h>
#include <stdlib.h>

struct tree { int key; struct tree *l, *r; };

static struct tree *insert(struct tree *t, int key)
{
    if (!t) {
        t = malloc(sizeof *t);
        if (!t)
            exit(1);
        t->key = key;
        t->l = t->r = NULL;
    } else if (key < t->key) {
        t->l = insert(t->l, key);
    } else {
        t->r = insert(t->r, key);
    }
    return t;
}

static void destroy(struct tree *t)
{
    if (!t)
        return;
    destroy(t->l);
    destroy(t->r);
    free(t);
}

int main(void)
{
    struct tree *t = NULL;
    int keys[] = { 50, 30, 70, 60 };
    for (int i = 0; i < 4; i++)
        t = insert(t, keys[i]);
    printf("root %d left %d\n", t->key, t->l->key);
    free(t->l);
    t->l = NULL;
    destroy(t);
    return 0;
}
