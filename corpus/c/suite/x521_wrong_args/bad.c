#include <stdio.h>
enum e { A, B };
static int f(enum e x) { return x == B; }
int main(void) {
    int (*g)(long) = (int (*)(long))f;
    printf("%d\n", g(1)); /* BAD */
    return 0;
}
