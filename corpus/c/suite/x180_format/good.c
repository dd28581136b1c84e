#include <stdio.h>
int main(void) {
    double d = 0;
    sscanf("2.5", "%lf", &d);
    printf("%d\n", d > -1);
    return 0;
}
