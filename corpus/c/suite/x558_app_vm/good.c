#include <stdio.h>
enum { PUSH, ADD, MUL, DUP, POP, JNZ, HALT };
static long run(const int *c) {
    long st[4], *sp = st;
    for (int pc = 0; ; )
        switch (c[pc++]) {
        case PUSH: *sp++ = c[pc++]; break;
        case ADD: sp--; sp[-1] += *sp; break;
        case MUL: sp--; sp[-1] *= *sp; break;
        case DUP: *sp = sp[-1]; sp++; break;
        case POP: sp--; break;
        case JNZ: if (*--sp) pc = c[pc]; else pc++; break;
        case HALT: return sp[-1];
        }
}
int main(void) {
    static const int code[] = { PUSH, 2, PUSH, 3, ADD, DUP, MUL, HALT };
    printf("%ld\n", run(code));
    return 0;
}
