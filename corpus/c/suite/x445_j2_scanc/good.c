#include <stdio.h>
int main(void) {
    char w[4];
    sscanf("abcdefgh", "%4c", w);
    printf("%.3s\n", w);
    return 0;
}
