#include <stdio.h>
int main(int argc, char **argv) {
    printf("%d\n", argv[argc] == NULL);
    return 0;
}
