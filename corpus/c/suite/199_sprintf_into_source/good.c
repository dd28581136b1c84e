#include <stdio.h>
#include <string.h>

struct path { char text[64]; int depth; };

static void enter(struct path *p, const char *dir)
{
    sprintf(p->text + strlen(p->text), "/%s", dir);
    p->depth++;
}

int main(void)
{
    struct path p = { "", 0 };
    const char *dirs[] = { "usr", "share", "doc" };
    for (int i = 0; i < 3; i++)
        enter(&p, dirs[i]);
    printf("depth %d\n", p.depth);
    printf("ends %d\n", strcmp(strrchr(p.text, '/'), "/doc") == 0);
    return 0;
}
