#include <stdio.h>
#include <wchar.h>
int main(void) {
    wchar_t b[4];
    int n = swprintf(b, 8, L"%d", 123456); /* BAD */
    printf("%d\n", n);
    return 0;
}
