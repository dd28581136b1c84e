#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

static size_t widen(wchar_t *out, size_t n, const char *s)
{
    size_t k = mbstowcs(out, s, n);
    if (k == (size_t)-1)
        return 0;
    if (k == n)
        out[n - 1] = L'\0';
    return wcslen(out);
}

int main(void)
{
    size_t n = 8;
    wchar_t *w = malloc(n * sizeof *w);
    if (!w)
        return 1;
    printf("%zu\n", widen(w, n, "abc"));
    size_t k = widen(w, n, "abcdefgh");
    printf("%d\n", k >= 7);
    free(w);
    return 0;
}
