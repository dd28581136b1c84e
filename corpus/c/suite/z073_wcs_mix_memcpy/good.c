#include <stdio.h>
#include <wchar.h>
int main(void)
{
    wchar_t w[16] = L"abcdef";
    wmemmove(w + 2, w, 7);
    printf("%d\n", w[0] == L'a');
    return 0;
}
