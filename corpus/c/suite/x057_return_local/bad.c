#include <stdio.h>
#include <stdlib.h>
static void (*hook)(void);
static int *shared;
static void show(void) { printf("%d\n", *shared); } /* BAD */
static void setup(void) {
    int v = 31;
    shared = &v;
    hook = show;
}
int main(void) {
    setup();
    hook();
    return 0;
}
