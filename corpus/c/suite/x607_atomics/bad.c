#include <stdio.h>
#include <stdatomic.h>
struct s { int a, b; };
int main(void) {
    _Atomic struct s g; int t[3] = { 7, 8, 9 };
    struct s v = { 1, 3 };
    atomic_init(&g, v); atomic_store(&g, v);
    struct s w = atomic_load(&g);
    printf("%d\n", t[w.b]); /* BAD */
    return 0;
}
