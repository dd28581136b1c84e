#include <stdio.h>
#define CAT(a, b) a##b
#define XCAT(a, b) CAT(a, b)
#define STR(x) #x
#define XSTR(x) STR(x)
#define V(...) (sizeof((int[]){ __VA_ARGS__ }) / sizeof(int))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define VER 12
#if defined(VER) && VER >= 10 && (2 << 3) == 16 || 1 / 1
static int XCAT(fn_, VER)(int k) { return 100 / k; }
#endif
_Static_assert(sizeof(int) >= 2, "int");
int main(void) {
    int i = 3;
    printf("%s %d %s %d\n", XSTR(VER), (int)V(1, 2, 3), __func__, MAX(i, 2));
    printf("%d\n", fn_12(V(1, 2) - 1));
    return 0;
}
