#include <stdio.h>
int main(void) {
    printf("%#x\n", 12);
    return 0;
}
