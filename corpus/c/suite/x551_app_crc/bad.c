#include <stdio.h>
#include <string.h>
#include <stdint.h>
static uint32_t t[256];
int main(void) {
    for (uint32_t i = 0; i < 256; i++) { uint32_t c = i; for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1; t[i] = c; }
    const char *s = "\x80rc32 test"; uint32_t c = ~0u;
    for (size_t i = 0, n = strlen(s); i < n; i++)
        c = t[(c & 0xff) + (s[i] & 0xff)] ^ c >> 8; /* BAD */
    printf("%d\n", ~c != 0);
    return 0;
}
