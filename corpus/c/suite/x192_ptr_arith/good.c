#include <stdio.h>
int main(void) {
    int a[10] = { 0 }, s = 0;
    for (int *p = a + 10; p > a && (p--, 1); )
        s += *p;
    printf("%d\n", s);
    return 0;
}
