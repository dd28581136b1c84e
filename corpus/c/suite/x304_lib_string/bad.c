#include <stdio.h>
#include <wchar.h>
#include <string.h>
int main(void) {
    mbstate_t st; wchar_t w;
    memset(&st, 0x55, sizeof st);
    size_t n = mbrtowc(&w, "a", 1, &st); /* BAD */
    printf("%d\n", n == 1 || n != 1);
    return 0;
}
