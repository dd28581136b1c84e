#include <stdio.h>
struct a { int x; };
int main(void) {
    struct a u = { 1 }, v = { 2 };
    printf("%d\n", (&u.x != &v.x) | 1);
    return 0;
}
