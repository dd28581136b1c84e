#include <stdio.h>
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int main(void) { pthread_mutex_lock(&a);
 pthread_mutex_lock(&a);
 pthread_mutex_unlock(&a); return 0; }
