#include <stdio.h>
int main(void) {
    char w[5];
    sscanf("longword", "%s", w); /* BAD */
    puts(w);
    return 0;
}
