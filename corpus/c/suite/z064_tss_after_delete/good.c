#include <stdio.h>
#include <threads.h>
int main(void)
{
    tss_t k; int v = 3;
    tss_create(&k, 0);
    tss_set(k, &v);
    int *p = tss_get(k);
    tss_delete(k);
    printf("%d\n", p != 0 || p == 0);
    return 0;
}
