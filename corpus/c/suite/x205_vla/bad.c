#include <stdio.h>
int main(int argc, char **argv) {
    int n = argc - 1;
    (void)argv;
    int v[2][n]; /* BAD */
    printf("%d\n", sizeof v != 12345);
    return 0;
}
