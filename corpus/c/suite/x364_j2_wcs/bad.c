#include <stdio.h>
#include <wchar.h>
int main(void) {
    wchar_t w[3] = { L'a', L'b', L'c' }, z[4] = L"abc";
    (void)z; (void)w;
    printf("%d\n", (int)wcslen(w)); /* BAD */
    return 0;
}
