#include <stdio.h>
#include <stdint.h>
int main(void) {
    int32_t a[3] = { 7, INT32_MIN, 3 };
    int8_t d[3] = { 2, -1, 1 };
    int s = 0;
    for (int i = 0; i < 3; i++)
        s += a[i] == INT32_MIN ? 0 : a[i] / d[i];
    printf("%d\n", s);
    return 0;
}
