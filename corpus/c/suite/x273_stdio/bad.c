#include <stdio.h>
int main(void) {
    int c = getchar();
    fflush(stdin); /* BAD */
    printf("%d\n", c);
    return 0;
}
