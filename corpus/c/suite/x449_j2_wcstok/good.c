#include <stdio.h>
#include <wchar.h>
int main(void) {
    wchar_t s[] = L"a b", *st;
    wcstok(s, L" ", &st);
    wchar_t *t = wcstok(NULL, L" ", &st);
    printf("%d\n", t != s);
    return 0;
}
