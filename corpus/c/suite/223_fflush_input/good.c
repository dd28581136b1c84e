#include <stdio.h>

static int copy_line(FILE *f, char *out, int size)
{
    if (!fgets(out, size, f))
        return -1;
    fseek(f, 0L, SEEK_CUR);
    int n = 0;
    while (out[n] && out[n] != '\n')
        n++;
    return n;
}

int main(void)
{
    FILE *f = tmpfile();
    char buf[32];
    if (!f)
        return 1;
    fputs("first line\nsecond\n", f);
    rewind(f);
    int a = copy_line(f, buf, sizeof buf);
    printf("%d %.5s\n", a, buf);
    int b = copy_line(f, buf, sizeof buf);
    printf("%d\n", b >= -1);
    fclose(f);
    return 0;
}
