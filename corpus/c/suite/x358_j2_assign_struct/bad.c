#include <stdio.h>
struct s { int n; };
int main(void) {
    struct s a = { 1 }, b = { 2 };
    int r = (a = b).n + a.n++; /* BAD */
    printf("%d\n", r > 0);
    return 0;
}
