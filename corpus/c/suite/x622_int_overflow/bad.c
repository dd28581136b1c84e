#include <stdio.h>
int main(void) {
    long ms = 3;
    for (int days = 24; days < 26; days++)
        ms += days * 24 * 3600 * 1000; /* BAD */
    printf("%d\n", ms > 0);
    return 0;
}
