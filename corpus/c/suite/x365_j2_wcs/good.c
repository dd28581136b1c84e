#include <stdio.h>
#include <wchar.h>
int main(void) {
    wchar_t b[4];
    int n = swprintf(b, 4, L"%d", 123);
    printf("%d\n", n);
    return 0;
}
