#include <stdio.h>
#include <setjmp.h>
static jmp_buf env;
static int note(int r) { return r; }
int main(void)
{
    switch (note(setjmp(env))) {
    case 0: longjmp(env, note(2));
    default: puts("back");
    }
    return 0;
}
