#include <stdio.h>
#include <stdlib.h>
static void f(void) { puts("f"); }
int main(void) {
    void (*fp)(void) = f;
    void *p = malloc(1);
    free(p);
    fp();
    (void)p;
    return 0;
}
