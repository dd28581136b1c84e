#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int v = (int)strtol("99999", NULL, 10);
    printf("%d\n", v != 3);
    return 0;
}
