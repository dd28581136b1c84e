#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
int main(void) {
    wchar_t w[4];
    size_t n = mbstowcs(w, "longer text", 3); w[3] = 0;
    printf("%d\n", n > 0);
    return 0;
}
