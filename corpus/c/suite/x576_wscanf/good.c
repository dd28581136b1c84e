#include <stdio.h>
#include <wchar.h>
int main(void) {
    int v = 0; wchar_t w[4];
    int n = swscanf(L"12 toolong", L"%d %3ls", &v, w);
    printf("%d %d\n", n, v);
    return 0;
}
