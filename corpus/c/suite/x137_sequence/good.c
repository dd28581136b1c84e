#include <stdio.h>
int main(void) {
    int a[4] = { 0 }, i = 0;
    while (i < 3) {
        a[i] = i + 1; i++;
    }
    printf("%d\n", a[3]);
    return 0;
}
