#include <stdio.h>
static int f(int k) {
    switch (k) {
        int base;
    case 1:
        base = 10;
        return base + k;
    default:
        return 0;
    }
}
int main(void) { printf("%d\n", f(1) > 3); return 0; }
