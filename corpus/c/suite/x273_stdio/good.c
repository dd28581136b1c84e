#include <stdio.h>
int main(void) {
    int c = getchar();
    fflush(stdout);
    printf("%d\n", c);
    return 0;
}
