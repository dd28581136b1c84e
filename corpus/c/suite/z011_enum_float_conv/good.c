#include <stdio.h>
struct px { unsigned r : 8; };
int main(void)
{
    struct px p;
    double v = 0.25;
    p.r = (unsigned)(int)((v - 0.5) * 255);
    printf("%d\n", p.r > 3);
    return 0;
}
