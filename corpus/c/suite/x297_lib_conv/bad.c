#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int v = atoi("99999999999999999999"); /* BAD */
    printf("%d\n", v != 3);
    return 0;
}
