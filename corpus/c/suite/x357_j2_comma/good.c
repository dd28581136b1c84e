#include <stdio.h>
int main(void) {
    int i = 1, a[3] = { 0, 1, 2 };
    int r = (i++, a[i] + i);
    printf("%d\n", r > 0);
    return 0;
}
