#include <stdio.h>
#include <stdlib.h>

struct matrix { int n; double *a; };

static void fill_distances(struct matrix *m)
{
    for (int i = 0; i < m->n; i++)
        for (int j = 0; j < i; j++) {
            double d = i - j;
            m->a[i * m->n + j] = d;
            m->a[j * m->n + i] = -d;
        }
}

static double trace(const struct matrix *m)
{
    double t = 0;
    for (int i = 0; i < m->n; i++)
        t += m->a[i * m->n + i];
    return t;
}

int main(void)
{
    struct matrix m = { 5, malloc(25 * sizeof(double)) };
    if (!m.a)
        return 1;
    fill_distances(&m);
    printf("corner %.1f\n", m.a[4]);
    printf("trace %.1f\n", trace(&m));
    free(m.a);
    return 0;
}
