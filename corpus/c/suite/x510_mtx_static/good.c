#include <stdio.h>
#include <threads.h>
static mtx_t m;
int main(void) {
    mtx_init(&m, mtx_plain);
    if (mtx_lock(&m) != thrd_success) return 1;
    puts("locked");
    mtx_unlock(&m);
    return 0;
}
