#include <stdio.h>
#include <wchar.h>
int main(void) {
    wchar_t s[] = L"a b", *st;
    wchar_t *t = wcstok(NULL, L" ", &st); /* BAD */
    printf("%d\n", t != s);
    return 0;
}
