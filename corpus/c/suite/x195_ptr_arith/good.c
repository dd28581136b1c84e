#include <stdio.h>
struct s { int a[2]; int b[2]; };
int main(void) {
    struct s s = { { 1, 2 }, { 3, 4 } };
    int *p = s.b + 1;
    printf("%d\n", *p);
    return 0;
}
