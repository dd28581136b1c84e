#include <stdio.h>
struct v { int n; const int *d; };
static int sum(struct v v) { int s = 0; for (int i = 0; i < v.n; i++) s += v.d[i]; return s; } /* BAD */
int main(void) {
    int s = 0;
    for (int k = 0; k < 3; k++)
        s += sum((struct v){ .n = 4, .d = (const int[]){ k, k + 1, [2] = 7 } });
    printf("%d\n", s);
    return 0;
}
