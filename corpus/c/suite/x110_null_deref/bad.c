#include <stdio.h>
#include <string.h>
static const char *ext(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot + 1; /* BAD */
}
int main(void) { const char *e = ext("README"); printf("%c\n", e ? *e : '-'); return 0; } /* BAD */
