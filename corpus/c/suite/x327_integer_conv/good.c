#include <stdio.h>
int main(void) {
    int v[] = { 1, 2, 3 };
    int i = -2, n = 0;
    for (; i < (int)(sizeof v / sizeof *v); i++, n++) if (i >= 0) v[i] += 1;
    printf("%d\n", n);
    return 0;
}
