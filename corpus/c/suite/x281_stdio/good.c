#include <stdio.h>
int main(void) {
    char name[16];
    if (!fgets(name, sizeof name, stdin)) { name[0] = 0; name[1] = 0; }
    printf("%c\n", name[1] ? 'y' : 'n');
    return 0;
}
