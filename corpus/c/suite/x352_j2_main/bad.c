#include <stdio.h>
int main(int argc, char **argv) {
    printf("%d\n", argv[argc + 1] == NULL); /* BAD */
    return 0;
}
