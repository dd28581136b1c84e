#include <stdio.h>

struct page { const char *name; int links[2]; };

static struct page site[] = {
    { "index", { 1, 2 } }, { "news", { 2, 3 } }, { "about", { 3, 3 } }, { "legal", { -1, -1 } },
};

static int visit(int i)
{
    int n = 1;
    if (i < 0)
        return 0;
    for (int k = 0; k < 2; k++)
        n += visit(site[i].links[k]);
    return n;
}

int main(void)
{
    printf("%d\n", visit(2));
    printf("%d\n", visit(0));
    fflush(stdout);
    site[3].links[1] = -1;
    int n = visit(0);
    printf("%s %d\n", site[0].name, n > 0);
    return 0;
}
