#include <stdio.h>
#include <string.h>
int main(void) {
    int a = 1, b = 2;
    int *p = &a, *q = &b;
    unsigned char t[sizeof p];
    memcpy(t, &p, sizeof t);
    memcpy(&q, t, sizeof t); t[0] = 0;
    printf("%d\n", *q);
    return 0;
}
