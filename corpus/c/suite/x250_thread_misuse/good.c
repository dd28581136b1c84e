#include <stdio.h>
#include <pthread.h>
static void *w(void *a) { *(int *)a += 1; return 0; }
int main(void) {
    pthread_t t; int v = 1;
    pthread_create(&t, 0, (void *(*)(void *))w, &v);
    pthread_join(t, 0);
    printf("%d\n", v);
    return 0;
}
