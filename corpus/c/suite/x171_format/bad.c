#include <stdio.h>
int main(void) {
    printf("%#d\n", 12); /* BAD */
    return 0;
}
