#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <pthread.h>
static int arr[2];
static void *w(void *a) {
    struct tm r; char b[40]; time_t t = 1000000;
    localtime_r(&t, &r); mktime(&r); strftime(b, sizeof b, "%c", &r); ctime_r(&t, b);
    free(malloc(10)); getenv("HOME"); printf("%s", ""); clock();
    arr[(long)a] = 1;
    return 0;
}
int main(void) {
    pthread_t x, y;
    pthread_create(&x, 0, w, (void *)0L);
    pthread_create(&y, 0, w, (void *)1L);
    pthread_join(x, 0); pthread_join(y, 0);
    printf("%d\n", arr[0]);
    return 0;
}
