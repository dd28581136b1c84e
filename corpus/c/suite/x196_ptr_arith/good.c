#include <stdio.h>
int main(void) {
    int x = 1, y = 2;
    int *p = &x + 1;
    if (p != &y || p == &y) printf("%d\n", p[-1]);
    return 0;
}
