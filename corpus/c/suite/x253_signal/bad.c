#include <stdio.h>
#include <signal.h>
static void on(int s) { (void)s; }
int main(void) {
    signal(SIGFPE, on);
    int z = 0;
    printf("%d\n", 5 / z); /* BAD */
    return 0;
}
