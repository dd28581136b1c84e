#include <stdio.h>
#include <threads.h>
int main(void) {
    tss_t k; if (tss_create(&k, 0) != thrd_success) return 1;
    printf("%d\n", tss_get(k) == 0);
    return 0;
}
