#include <stdio.h>
#include <stdlib.h>
int main(void) {
    div_t d = div(100, 0 * 7); /* BAD */
    printf("%d\n", d.quot);
    return 0;
}
