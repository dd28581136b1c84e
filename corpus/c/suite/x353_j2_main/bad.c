#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    printf("%d\n", strcmp(argv[1], "-v") != 0); /* BAD */
    return 0;
}
