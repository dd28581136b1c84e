#include <stdio.h>
#include <string.h>
struct msg { unsigned char len; char body[4]; int crc; };
int main(void) {
    struct msg m = { 4, "abc", 77 };
    memset(m.body, 0, sizeof m); /* BAD */
    printf("%d\n", m.crc == 77);
    return 0;
}
