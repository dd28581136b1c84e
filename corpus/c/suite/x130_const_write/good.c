#include <stdio.h>
struct s { const int id; int v; };
int main(void) {
    struct s s = { 5, 6 };
    int *p = &s.v;
    *p = 9;
    printf("%d\n", s.v > 0);
    return 0;
}
