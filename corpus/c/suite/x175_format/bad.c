#include <stdio.h>
int main(void) {
    int x = 1; 
    printf("%p\n" + 0 * x, (long)x); /* BAD */
    return 0;
}
