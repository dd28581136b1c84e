#include <stdio.h>
int main(void) {
    int *p = 0;
    for (int i = 0; i < 3; i++) {
        int last = i * i;
        p = &last;
    }
    printf("%d\n", *p); /* BAD */
    return 0;
}
