#include <stdio.h>
#include <string.h>
struct f { char a[4]; char b[4]; };
int main(void) {
    struct f x = { { 'a', 'b', 'c', 'd' }, "ef" };
    printf("%d\n", (int)strlen(x.b));
    return 0;
}
