#include <stdio.h>
#include <threads.h>
static mtx_t m;
static void inner(void) {
    if (mtx_trylock(&m) == thrd_success) mtx_unlock(&m); /* BAD */
}
int main(void) {
    mtx_init(&m, mtx_plain);
    mtx_lock(&m);
    inner();
    mtx_lock(&m); /* BAD */
    mtx_unlock(&m);
    puts("twice");
    mtx_destroy(&m);
    return 0;
}
