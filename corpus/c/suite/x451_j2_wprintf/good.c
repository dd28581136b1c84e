#include <stdio.h>
#include <wchar.h>
int main(void) {
    wprintf(L"wide\n");
    wprintf(L"narrow\n");
    return 0;
}
