#include <stdio.h>
#include <wchar.h>
int main(void)
{
    wchar_t w[16] = L"abcdef";
    wcscpy(w + 2, w);
    printf("%d\n", w[0] == L'a');
    return 0;
}
