#include <stdio.h>
int main(void) {
    char name[16];
    fgets(name, sizeof name, stdin); name[0] = 'x';
    printf("%c\n", name[1] ? 'y' : 'n'); /* BAD */
    return 0;
}
