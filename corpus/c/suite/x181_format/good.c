#include <stdio.h>
#include <wchar.h>
int main(void) {
    wchar_t b[20];
    swprintf(b, 20, L"%s", "narrow text wide");
    printf("%d\n", b[0] != 0);
    return 0;
}
