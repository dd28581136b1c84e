#include <stdio.h>

struct page { int no; int lines; };

static int header(struct page *p, char *out, size_t size)
{
    int w = snprintf(out, size, "page %d of %d", p->no, ++p->no + 5);
    p->lines = 0;
    return w;
}

int main(void)
{
    struct page p = { 1, 40 };
    char buf[40];
    for (int i = 0; i < 3; i++) {
        int w = header(&p, buf, sizeof buf);
        printf("%d\n", w);
    }
    printf("no %d\n", p.no);
    return 0;
}
