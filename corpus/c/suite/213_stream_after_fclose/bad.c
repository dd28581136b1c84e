#include <stdio.h>

struct sink { FILE *f; int lines; };

static int finish(struct sink *s)
{
    int rc = fclose(s->f);
    if (ferror(s->f))
        return -1;
    return rc == 0 ? s->lines : -1;
}

static void line(struct sink *s, const char *t)
{
    fprintf(s->f, "%s\n", t);
    s->lines++;
}

int main(void)
{
    struct sink s = { tmpfile(), 0 };
    if (!s.f)
        return 1;
    line(&s, "first");
    line(&s, "second");
    int n = finish(&s);
    printf("lines %d\n", n == 2 || n == -1);
    return 0;
}
