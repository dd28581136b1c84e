#include <stdio.h>
#include <pthread.h>
static _Thread_local int depth;
static int table[2] = { 10, 20 };
static int bump(void) { return table[depth++]; }
static void *w(void *a) { (void)a; bump();
    bump();
    return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, w, 0);
    pthread_join(t, 0);
    printf("%d\n", bump());
    return 0;
}
