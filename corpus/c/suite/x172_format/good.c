#include <stdio.h>
int main(void) {
    printf("%5s|\n", "ab");
    return 0;
}
