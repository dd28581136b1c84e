#include <stdio.h>
int main(void) {
    char w[4];
    sscanf("wxyz", "%4[a-z]", w); /* BAD */
    printf("%.3s\n", w);
    return 0;
}
