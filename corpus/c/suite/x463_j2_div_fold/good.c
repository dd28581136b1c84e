#include <stdio.h>
#define CHUNK 8
#define SLOTS (CHUNK / 16)
int main(void) {
    int total = 100;
    printf("%d\n", total / (SLOTS + 1));
    return 0;
}
