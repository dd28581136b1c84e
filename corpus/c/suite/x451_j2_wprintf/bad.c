#include <stdio.h>
#include <wchar.h>
int main(void) {
    wprintf(L"wide\n");
    printf("narrow\n"); /* BAD */
    return 0;
}
