#include <stdio.h>
#include <threads.h>
static int w(void *a) { (void)a; return 3; }
int main(void) {
    thrd_t t; int r = 0;
    if (thrd_create(&t, w, 0) != thrd_success) return 1;
    thrd_join(t, &r);
    printf("%d\n", r >= 0);
    return 0;
}
