#include <stdio.h>
#include <stdlib.h>

struct matrix { int rows, cols; int *v; };

static int *at(struct matrix *m, int r, int c)
{
    return &m->v[r * m->cols + c];
}

static void fill(struct matrix *m)
{
    for (int r = 0; r < m->rows; r++)
        for (int c = 0; c < m->cols; c++)
            *at(m, r, c) = r + c;
}

int main(void)
{
    struct matrix m = { 3, 7, NULL };
    m.v = calloc((size_t)(m.rows * m.cols), sizeof(int));
    if (!m.v)
        return 1;
    fill(&m);
    printf("%d\n", m.v[0]);
    printf("%d\n", *at(&m, 1, 1));
    free(m.v);
    return 0;
}
