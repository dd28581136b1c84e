#include <stdio.h>
int main(void) {
    int caf\u00e9[2] = { 1, 2 };
    printf("%d\n", caf\u00e9[2]); /* BAD */
    return 0;
}
