#include <stdio.h>
int main(void) {
    printf("%s\n", 'A'); /* BAD */
    return 0;
}
