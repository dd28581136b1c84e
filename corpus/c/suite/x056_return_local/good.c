#include <stdio.h>
int main(void) {
    int n = 0, *p = 0, sum = 0;
again:;
    int v[n + 2];
    v[0] = n;
    p = v;
    if (p) sum += *p;
    if (n++ < 2) goto again;
    printf("%d\n", sum);
    return 0;
}
