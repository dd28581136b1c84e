#include <stdio.h>
#include <limits.h>
struct f { int v : 32; };
int main(void)
{
    struct f f = { INT_MIN };
    f.v--;
    printf("%d\n", f.v < 0);
    return 0;
}
