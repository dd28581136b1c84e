#include <stdio.h>
struct s { int n; };
int main(void) {
    struct s a = { 1 }, b = { 2 };
    a = b; int r = a.n; r += a.n++;
    printf("%d\n", r > 0);
    return 0;
}
