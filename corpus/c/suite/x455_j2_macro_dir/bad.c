#include <stdio.h>
#define ADD(a, b) ((a) + (b))
int main(void) {
    int r = ADD(1,
#ifdef NEVER
        2 /* BAD */
#else
        3
#endif
    );
    printf("%d\n", r);
    return 0;
}
