#include <stdio.h>
#include <ctype.h>
static int (*const classes[])(int) = { isalpha, isdigit, isupper };
int main(void) {
    int hits = 0;
    int c = EOF;
    for (int i = 0; i < 3; i++) hits += !!classes[i](c);
    printf("%d\n", hits >= 0);
    return 0;
}
