#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    printf("%d\n", argc < 2 || strcmp(argv[1], "-v") != 0);
    return 0;
}
