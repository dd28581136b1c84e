#include <stdio.h>
#include <wchar.h>
int main(void) {
    wchar_t w[20];
    wmemset(w, L'x', sizeof w / sizeof w[0]);
    printf("%d\n", w[19] == L'x');
    return 0;
}
