#include <stdio.h>
static int a(int x) { return x; }
static int b(int x) { return -x; }
static int (*const tab[2])(int) = { a, b };
int main(void) {
    int sel = '3' - '0';
    sel &= 1;
    printf("%d\n", tab[sel](4));
    return 0;
}
