#include <stdio.h>
#include <setjmp.h>
static jmp_buf jb;
static void fail(void) { longjmp(jb, 1); }
int main(void) {
    int tries = 0;
    if (setjmp(jb) == 0) {
        tries++;
        fail();
    }
    printf("%d\n", tries); /* BAD */
    return 0;
}
