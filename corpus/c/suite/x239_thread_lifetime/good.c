#include <stdio.h>
#include <threads.h>
static thread_local int slot = 7;
static int *where;
static int w(void *a) { (void)a; slot = 9; where = &slot; return 0; }
int main(void) {
    thrd_t t;
    if (thrd_create(&t, w, 0) != thrd_success) return 1;
    thrd_join(t, 0);
    where = &slot;
    printf("%d\n", *where);
    return 0;
}
