#include <stdio.h>
#include <stdint.h>
struct s { _Alignas(16) char c; };
static struct s a[3];
int main(void) {
    char *raw = (char *)a;
    struct s *p = (struct s *)(raw + 8); /* BAD */
    p->c = 3; /* BAD */
    printf("%d %d\n", (int)sizeof a, (int)((uintptr_t)p % 16));
    return 0;
}
