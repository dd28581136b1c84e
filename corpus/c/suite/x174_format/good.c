#include <stdio.h>
int main(void) {
    double d = 1.25;
    printf("%lf\n", d);
    return 0;
}
