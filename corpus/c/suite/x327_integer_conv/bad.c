#include <stdio.h>
int main(void) {
    int v[] = { 1, 2, 3 };
    int i = -2, n = 0;
    for (; i < (int)sizeof v && n < 5; i++, n++) v[i] += 1; /* BAD */
    printf("%d\n", n);
    return 0;
}
