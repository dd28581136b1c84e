#include <stdio.h>
#include <limits.h>
int main(int argc, char **argv) {
    int a = INT_MIN;
    int b = -argc;
    (void)argv;
    printf("%d\n", a % b); /* BAD */
    return 0;
}
