#include <stdio.h>
#include <threads.h>
int main(void) {
    cnd_t c; cnd_init(&c);
    int r = cnd_signal(&c);
    cnd_destroy(&c);
    printf("%d\n", r == thrd_success || 1);
    return 0;
}
