#include <stdio.h>
#include <wchar.h>

static int put_wide(FILE *f, const wchar_t *s)
{
    return fputws(s, f) >= 0;
}

static int put_total(FILE *f, int n)
{
    return fprintf(f, "total %d\n", n) > 0;
}

int main(void)
{
    FILE *f = tmpfile();
    if (!f)
        return 1;
    int ok = put_wide(f, L"one\n");
    ok += put_wide(f, L"two\n");
    int t = put_total(f, 2);
    printf("ok %d\n", ok);
    printf("t %d\n", t == 0 || t == 1);
    fclose(f);
    return 0;
}
