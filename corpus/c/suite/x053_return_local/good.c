#include <stdio.h>
int main(void) {
    int *p = 0;
    int last = 0;
    for (int i = 0; i < 3; i++) {
        last = i * i;
        p = &last;
    }
    printf("%d\n", *p);
    return 0;
}
