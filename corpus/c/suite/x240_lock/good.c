#include <stdio.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void crit(int early) {
    pthread_mutex_lock(&m);
    if (early) {
        pthread_mutex_unlock(&m);
        return;
    }
    pthread_mutex_unlock(&m);
}
int main(void) { crit(1); puts("left"); return 0; }
