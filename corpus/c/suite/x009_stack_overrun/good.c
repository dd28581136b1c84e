#include <stdio.h>
static int sum(int n, const int v[n]) {
    int s = 0;
    for (const int *e = v + n; v < e; v++) s += *v;
    return s;
}
int main(void) {
    int v[] = { 1, 2, 3, 4, 5 };
    printf("%d\n", sum((int)(sizeof v / sizeof v[0]), v));
    return 0;
}
