#include <stdio.h>
int main(void) {
    int a[10] = { 0 }, s = 0;
    for (int *p = a + 9; p >= a; p--) /* BAD */
        s += *p;
    printf("%d\n", s);
    return 0;
}
