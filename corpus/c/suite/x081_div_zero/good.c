#include <stdio.h>
#include <stdlib.h>
int main(void) {
    div_t d = div(100, 1 * 7);
    printf("%d\n", d.quot);
    return 0;
}
