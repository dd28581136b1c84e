#include <stdio.h>
#include <uchar.h>
#include <string.h>
int main(void) {
    char16_t s[] = u"h\u00e9"; char32_t c = 0; mbstate_t m; memset(&m, 0, sizeof m);
    size_t n = mbrtoc32(&c, "A", 1, &m);
    printf("%d %d %d\n", (int)n, (int)c, (int)(sizeof s / sizeof *s));
    printf("%d\n", s[3]); /* BAD */
    return 0;
}
