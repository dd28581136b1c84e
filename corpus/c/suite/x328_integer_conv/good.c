#include <stdio.h>
#include <stdlib.h>
int main(void) {
    unsigned char len = 0;
    int need = 200;
    len = (unsigned char)need;
    char *p = malloc(len);
    if (!p) return 1;
    for (int i = 0; i < need; i++) p[i] = 'q';
    printf("%c\n", p[0]);
    free(p);
    return 0;
}
