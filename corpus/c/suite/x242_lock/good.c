#include <stdio.h>
#include <threads.h>
static mtx_t m;
static void inner(void) {
    if (mtx_trylock(&m) == thrd_success) mtx_unlock(&m);
}
int main(void) {
    mtx_init(&m, mtx_plain | mtx_recursive);
    mtx_lock(&m);
    inner();
    mtx_lock(&m); mtx_unlock(&m);
    mtx_unlock(&m);
    puts("twice");
    mtx_destroy(&m);
    return 0;
}
