#include <stdio.h>
int main(void) {
    printf("%c\n", 'A');
    return 0;
}
