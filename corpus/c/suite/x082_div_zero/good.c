#include <stdio.h>
#include <setjmp.h>
static jmp_buf env;
int main(void) {
    int r = setjmp(env);
    if (r == 0)
        longjmp(env, 3);
    switch (r) {
    case 2: printf("%d\n", 10 % (r - 2)); break;
    default: printf("%d\n", 10 % (r - 2)); break;
    }
    return 0;
}
