#include <stdio.h>
#include <wchar.h>
int main(void) {
    wchar_t s[8] = L"abcdef";
    wmemcpy(s + 1, s, 4); /* BAD */
    printf("%d\n", s[1] == L'a');
    return 0;
}
