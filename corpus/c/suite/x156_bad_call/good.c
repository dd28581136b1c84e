#include <stdio.h>
#include <stdint.h>
static int data[4];
static int id(void) { return data[0] + 1; }
int main(void) {
    union { int (*f)(void); void *p; } u;
    u.f = id;
    printf("%d\n", u.f());
    return 0;
}
