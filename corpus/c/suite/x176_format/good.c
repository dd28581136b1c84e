#include <stdio.h>
int main(void) {
    short n = 0; int m = 0;
    printf("abc%n\n", &m); m += n;
    printf("%d\n", m);
    return 0;
}
