#include <stdio.h>
#include <stdlib.h>
#include <pthread.h>
static void *w(void *a) {
    static int calls; calls++; /* BAD */
    return calls ? a : 0; }
int main(void) {
    pthread_t x, y;
    pthread_create(&x, 0, w, 0); pthread_create(&y, 0, w, 0);
    pthread_join(x, 0); pthread_join(y, 0);
    puts("r");
    return 0;
}
