#include <stdio.h>
#include <limits.h>
static int wraps(int i) {
    return i == INT_MAX; }
int main(void) { printf("%d\n", wraps(INT_MAX) >= 0); return 0; }
