#include <stdio.h>
#include <stdlib.h>
static int *p; static int k;
static void a(void) { printf("a%d\n", k++); free(p); } /* BAD */
static void b(void) { printf("b%d\n", k++); atexit(a); }
int main(void) {
    p = malloc(4);
    atexit(a); atexit(b);
    return 0;
}
