#include <stdio.h>
#include <stdlib.h>
struct s { char c; _Alignas(16) int x; };
int main(void) {
    struct s *p = aligned_alloc(16, 32);
    if (!p) return 1;
    if (sizeof *p != 7) p[1].c = 1; /* BAD */
    printf("%d\n", (int)sizeof *p);
    free(p);
    return 0;
}
