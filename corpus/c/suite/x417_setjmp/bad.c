#include <stdio.h>
#include <setjmp.h>
static jmp_buf jb;
static void up(int k) { longjmp(jb, k); }
int main(void) {
    int n = 0, step = 0;
    switch (setjmp(jb)) {
    case 0: n = 1; up(1);
    case 1: n += 2; if (step++ == 0) up(2); /* BAD */
    case 2: break;
    }
    if (!setjmp(jb)) { n++; }
    while (setjmp(jb) < 2) { step++; up(2); }
    printf("%d %d\n", n, step > 0); /* BAD */
    return 0;
}
