#include <stdio.h>
#include <wchar.h>
#include <wctype.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    wchar_t b[32], *e, *st; char n[16]; mbstate_t ms; memset(&ms, 0, sizeof ms);
    int k = swprintf(b, 32, L"%ls-%d-%s-%lc", L"ab", 5, "nar", (wint_t)L'z');
    printf("%d %d\n", k, (int)wcslen(b));
    wcscat(b, L"|x"); wchar_t *p = wcschr(b, L'|'); printf("%d\n", (int)(p - b));
    printf("%ld %.1f\n", wcstol(L"77q", &e, 8), wcstod(L"2.5", NULL));
    const wchar_t *src = b; size_t z = wcsrtombs(n, &src, sizeof n, &ms);
    printf("%s %d %d\n", n, (int)z, src == NULL);
    p = wcstok(b, L"-", &st); while (p) { printf("%d,", (int)wcslen(p)); p = wcstok(NULL, L"-", &st); }
    printf("%d %d\n", (int)towupper(L'a'), iswdigit(L'5') != 0);
    int v = 0; swscanf(L"41 x", L"%d %lc", &v, &b[0]); printf("%d %d\n", v, (int)b[0]);
    printf("%d\n", wcsncmp(b, L"x", 4) + (int)wcslen(b + 32)); /* BAD */
    return 0;
}
