#include <stdio.h>
int main(void) {
    char w[4];
    sscanf("wxyz", "%3[a-z]", w);
    printf("%.3s\n", w);
    return 0;
}
