#include <stdio.h>
#include <threads.h>
static mtx_t m;
int main(void) {
    if (mtx_lock(&m) != thrd_success) return 1; /* BAD */
    puts("locked");
    mtx_unlock(&m);
    return 0;
}
