#include <stdio.h>
static int a(int x) { return x; }
static int b(int x) { return -x; }
static int (*const tab[2])(int) = { a, b };
int main(void) {
    int sel = '3' - '0';
    printf("%d\n", tab[sel](4)); /* BAD */
    return 0;
}
