#include <stdio.h>
#include <threads.h>
int main(void) {
    tss_t k = 77;
    printf("%d\n", tss_get(k) == 0); /* BAD */
    return 0;
}
