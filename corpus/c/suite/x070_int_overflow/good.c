#include <stdio.h>
#include <stdint.h>
int main(void) {
    int64_t v = INT64_MIN;
    v++;
    printf("%d\n", v < 0);
    return 0;
}
