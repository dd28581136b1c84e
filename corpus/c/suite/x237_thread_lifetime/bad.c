#include <stdio.h>
#include <pthread.h>
static void *get(void *a) {
    int r = *(int *)a + 1;
    int *p = &r;
    return p;
}
int main(void) {
    pthread_t t; int v = 4; void *r;
    pthread_create(&t, 0, get, &v);
    pthread_join(t, &r);
    printf("%d\n", *(int *)r); /* BAD */
    return 0;
}
