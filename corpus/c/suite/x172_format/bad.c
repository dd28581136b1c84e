#include <stdio.h>
int main(void) {
    printf("%05s|\n", "ab"); /* BAD */
    return 0;
}
