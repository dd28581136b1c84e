#include <stdio.h>
static int f(int k) {
    switch (k) {
        int base = 10;
    case 1:
        return base + k; /* BAD */
    default:
        return 0;
    }
}
int main(void) { printf("%d\n", f(1) > 3); return 0; } /* BAD */
