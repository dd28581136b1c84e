#include <stdio.h>
#include <wchar.h>
int main(void) {
    wchar_t w[5];
    wcscpy(w, L"hell");
    printf("%d\n", (int)w[1]);
    return 0;
}
