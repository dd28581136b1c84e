#include <stdio.h>
#include <time.h>
#include <pthread.h>
static void *w(void *a) { time_t t = *(time_t *)a; struct tm b, *g;
    g = gmtime_r(&t, &b);
    return g && g->tm_year > 0 ? a : 0; }
int main(void) {
    pthread_t x, y; time_t t = 86400;
    pthread_create(&x, 0, w, &t); pthread_create(&y, 0, w, &t);
    pthread_join(x, 0); pthread_join(y, 0);
    puts("t");
    return 0;
}
