#include <stdio.h>
#include <pthread.h>
static void w(int *a) { *a += 1; }
int main(void) {
    pthread_t t; int v = 1;
    pthread_create(&t, 0, (void *(*)(void *))w, &v); /* BAD */
    pthread_join(t, 0);
    printf("%d\n", v);
    return 0;
}
