#include <stdio.h>
#include <threads.h>
int main(void)
{
    mtx_t m;
    mtx_init(&m, mtx_plain);
    mtx_lock(&m); mtx_unlock(&m);
    mtx_lock(&m); mtx_unlock(&m);
    mtx_destroy(&m);
    puts("ok");
    return 0;
}
