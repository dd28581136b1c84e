#include <stdio.h>
#include <stddef.h>

struct header { int magic; int size; double body[2]; };

static double *body_of(struct header *h)
{
    return &h->body[1];
}

static int usable(struct header *h)
{
    double *b = body_of(h);
    return h != NULL && b != NULL;
}

int main(void)
{
    struct header h = { 0x55aa, 16, { 1.0, 2.0 } };
    struct header *list[] = { &h, NULL };
    int n = 0;
    for (int i = 0; i < 2; i++)
        n += usable(list[i]);
    printf("usable %d\n", n);
    printf("%.1f\n", *body_of(&h));
    return 0;
}
