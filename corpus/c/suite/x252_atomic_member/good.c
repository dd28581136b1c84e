#include <stdio.h>
#include <stdatomic.h>
struct p { int x, y; };
int main(void) {
    _Atomic struct p a;
    struct p v = { 1, 2 };
    atomic_init(&a, v);
    struct p w = a; printf("%d\n", w.x);
    return 0;
}
