#include <stdio.h>
struct s { int a[2]; };
static struct s mk(void) { return (struct s){ { 1, 2 } }; }
int main(void) {
    struct s t = mk(); t.a[0] = 5; printf("%d\n", 1);
    return 0;
}
