#include <stdio.h>
#define AT(a, i) _Generic((a), int *: iat, char *: cat)((a), (i))
static int iat(int *a, int i) { return a[i]; }
static int cat(char *a, int i) { return a[i]; }
int main(void) {
    int v[3] = { 1, 2, 3 }; char c[4] = "abc";
    printf("%d %d\n", AT(v, 2), AT(c, 3));
    return 0;
}
