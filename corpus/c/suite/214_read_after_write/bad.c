#include <stdio.h>

static int last_char(FILE *f, const char *text)
{
    fputs(text, f);
    int c = fgetc(f);
    return c;
}

static long length(FILE *f)
{
    if (fseek(f, 0L, SEEK_END) != 0)
        return -1;
    return ftell(f);
}

int main(void)
{
    FILE *f = tmpfile();
    if (!f)
        return 1;
    int c = last_char(f, "hello");
    printf("%d\n", c == EOF || c >= 0);
    printf("%d\n", length(f) >= 5);
    fclose(f);
    return 0;
}
