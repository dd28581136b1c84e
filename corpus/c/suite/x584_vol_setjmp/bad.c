#include <stdio.h>
#include <stdlib.h>
#include <setjmp.h>
static jmp_buf jb;
static char *dupn(char c) { char *p = malloc(2); if (!p) longjmp(jb, 2); p[0] = c; p[1] = 0; if (c == 'x') { free(p); longjmp(jb, 1); } return p; }
int main(void) {
    char *a = NULL;
    if (setjmp(jb) == 0) { a = dupn('a'); dupn('x'); }
    if (a) printf("%s\n", a); /* BAD */
    free(a); /* BAD */
    return 0;
}
