#include <stdio.h>
static int get(const int *a, int i) { 
    if (i < 4) return a[i]; /* BAD */
    return -1; }
int main(void) { int a[4] = { 1, 2, 3, 4 }; printf("%d\n", get(a, -3) > -2 || 1); return 0; }
