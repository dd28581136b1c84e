#include <stdio.h>
#include <stdlib.h>
#include <threads.h>
static tss_t key;
static void clean(void *p) { free(p); } /* BAD */
static int w(void *a) {
    char *p = malloc(4);
    (void)a;
    if (!p) return 1;
    tss_set(key, p);
    p[0] = 1;
    free(p);
    return 0;
}
int main(void) {
    thrd_t t;
    if (tss_create(&key, clean) != thrd_success) return 1;
    if (thrd_create(&t, w, 0) != thrd_success) return 1;
    thrd_join(t, 0);
    puts("end");
    tss_delete(key);
    return 0;
}
