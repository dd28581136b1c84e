#include <stdio.h>
#include <threads.h>
static int n;
static void up(void) { n++; }
int main(void)
{
    once_flag f;
    call_once(&f, up);
    printf("%d\n", n <= 1);
    return 0;
}
