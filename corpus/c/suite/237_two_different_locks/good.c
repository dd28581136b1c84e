#include <stdio.h>
#include <pthread.h>

struct list { int item[64]; int n; };

static struct list list;
static pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER;

struct job { pthread_mutex_t *lock; int base; };

static void *run(void *arg)
{
    struct job *j = arg;
    for (int i = 0; i < 20; i++) {
        pthread_mutex_lock(j->lock);
        list.item[list.n++] = j->base + i;
        pthread_mutex_unlock(j->lock);
    }
    return NULL;
}

int main(void)
{
    struct job a = { &m1, 0 }, b = { &m1, 100 };
    pthread_t ta, tb;
    if (pthread_create(&ta, NULL, run, &a) || pthread_create(&tb, NULL, run, &b))
        return 1;
    pthread_join(ta, NULL);
    pthread_join(tb, NULL);
    printf("%d\n", list.n > 0 && list.n <= 40);
    printf("%d\n", list.item[0] >= 0);
    return 0;
}
