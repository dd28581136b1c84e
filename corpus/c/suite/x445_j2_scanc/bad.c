#include <stdio.h>
int main(void) {
    char w[4];
    sscanf("abcdefgh", "%5c", w); /* BAD */
    printf("%.3s\n", w);
    return 0;
}
