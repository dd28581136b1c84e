#include <stdio.h>
#include <threads.h>
static int w(void *p) { (void)p; return 0; }
int main(void)
{
    thrd_t t;
    if (thrd_create(&t, w, 0) != thrd_success) return 1;
    thrd_join(t, 0);
    puts("ok");
    return 0;
}
