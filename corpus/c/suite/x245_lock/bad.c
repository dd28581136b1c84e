#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <pthread.h>
struct obj { pthread_mutex_t m; int v; };
int main(void) {
    struct obj *o = malloc(sizeof *o);
    if (!o) return 1;
    o->v = 3;
    memset(&o->m, 0x5a, sizeof o->m);
    if (pthread_mutex_lock(&o->m) == 0) /* BAD */
        pthread_mutex_unlock(&o->m);
    printf("%d\n", o->v);
    free(o);
    return 0;
}
