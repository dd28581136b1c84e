#include <stdio.h>
int main(void) {
    char w[5];
    sscanf("longword", "%4s", w);
    puts(w);
    return 0;
}
