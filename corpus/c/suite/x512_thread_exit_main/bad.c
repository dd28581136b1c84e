#include <stdio.h>
#include <stdlib.h>
#include <pthread.h>
static int *p;
static void *w(void *a) { (void)a; *p = 3; free(p); return 0; } /* BAD */
int main(void) {
    pthread_t t; p = malloc(4);
    if (!p) return 1;
    pthread_create(&t, 0, w, 0);
    *p = 4; pthread_join(t, 0); /* BAD */
    puts("x");
    return 0;
}
