#include <stdio.h>
#include <string.h>
struct m { int id; char pad[4]; int crc; };
static int crc(const void *p, size_t n) { int c = 0; for (size_t i = 0; i < n; i++) c += ((const unsigned char *)p)[i]; return c; } /* BAD */
int main(void) {
    struct m m;
    m.id = 1; m.crc = 0;
    m.crc = crc(&m, sizeof m); /* BAD */
    printf("%d\n", m.crc > 0); /* BAD */
    return 0;
}
