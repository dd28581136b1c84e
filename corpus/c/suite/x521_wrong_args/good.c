#include <stdio.h>
enum e { A, B };
static int f(enum e x) { return x == B; }
int main(void) {
    int (*g)(unsigned) = f;
    printf("%d\n", g(1));
    return 0;
}
