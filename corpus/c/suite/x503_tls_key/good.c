#include <stdio.h>
#include <stdlib.h>
#include <pthread.h>
static pthread_key_t k; static int freed;
static void d(void *p) { freed += *(int *)p; free(p); }
static void *w(void *a) { int *p = malloc(sizeof *p); if (!p) return 0; *p = 5; pthread_setspecific(k, p);
    free(a);
    return 0; }
int main(void) {
    pthread_t t; pthread_key_create(&k, d);
    void *a = malloc(3);
    pthread_create(&t, 0, w, a); pthread_join(t, 0);
    printf("%d %d\n", freed, pthread_getspecific(k) == 0);
    pthread_key_delete(k);
    return 0;
}
