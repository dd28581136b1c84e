#include <stdio.h>
static void copy(char *to, const char *from, int n) {
    int k = (n + 3) / 4;
    switch (n % 4) {
    case 0: do { *to++ = *from++; /* BAD */
    case 3:      *to++ = *from++; /* BAD */
    case 2:      *to++ = *from++; /* BAD */
    case 1:      *to++ = *from++; /* BAD */
            } while (--k > 0);
    }
}
int main(void) {
    char d[7];
    copy(d, "abcdefg", 0); copy(d, "abcdefgh", 8);
    printf("%c\n", d[3]);
    return 0;
}
