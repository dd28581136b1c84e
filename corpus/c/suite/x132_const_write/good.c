#include <stdio.h>
int main(void) {
    int *p = (int []){ 1, 2, 3 };
    p[1] = 7;
    printf("%d\n", p[0]);
    return 0;
}
