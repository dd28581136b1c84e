#include <stdio.h>
#include <threads.h>
static int n;
static void up(void) { n++; }
int main(void)
{
    once_flag f = ONCE_FLAG_INIT;
    call_once(&f, up);
    printf("%d\n", n <= 1);
    return 0;
}
