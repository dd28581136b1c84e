#include <stdio.h>
int main(void) {
    int i = 2, j;
    j = (i = 3) + (i = 4); /* BAD */
    printf("%d %d\n", i > 0, j > 0);
    return 0;
}
