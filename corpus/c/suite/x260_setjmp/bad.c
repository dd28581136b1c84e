#include <stdio.h>
#include <setjmp.h>
static jmp_buf jb;
static int body(int n) {
    volatile int again = 0;
    if (setjmp(jb)) return 5;
    {
        int v[n];
        v[0] = 1;
        again = v[0];
    }
    return again;
}
int main(void) {
    int r = body(3);
    if (r == 1) longjmp(jb, 1); /* BAD */
    printf("%d\n", r);
    return 0;
}
