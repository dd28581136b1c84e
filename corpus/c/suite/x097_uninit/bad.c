#include <stdio.h>
static int sign(int x) {
    if (x > 0) return 1;
    if (x < 0) return -1;
} /* BAD */
int main(void) {
    int s = sign(0); /* BAD */
    printf("%d\n", s); /* BAD */
    return 0;
}
