#include <stdio.h>
#include <stdlib.h>
#include <pthread.h>
static void *work(void *p) { int v = *(int *)p; /* BAD */
    printf("%d\n", v); return 0; }
int main(void) {
    pthread_t t; int *arg = malloc(sizeof *arg);
    if (!arg) return 1;
    *arg = 8;
    pthread_create(&t, 0, work, arg);
    free(arg); /* BAD */
    pthread_join(t, 0);
    return 0;
}
