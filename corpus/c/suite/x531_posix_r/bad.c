#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <pthread.h>
static int shared;
static int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void *w(void *a) {
    struct tm r; char b[40], *sv; time_t t = 1000000; int v[4] = { 4, 2, 3, 1 }; unsigned seed = 4;
    (void)a;
    localtime_r(&t, &r);
    asctime_r(&r, b);
    strtok_r(b, " ", &sv);
    rand_r(&seed);
    qsort(v, 4, sizeof *v, cmp);
    free(malloc(10)); getenv("HOME"); snprintf(b, sizeof b, "%d", v[0]); strtod("1.5", 0);
    shared = atoi(b); /* BAD */
    return 0;
}
int main(void) {
    pthread_t x, y;
    pthread_create(&x, 0, w, 0);
    pthread_create(&y, 0, w, 0);
    pthread_join(x, 0);
    pthread_join(y, 0);
    printf("%d\n", shared >= 0);
    return 0;
}
