#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
int main(void) {
    char copy[100];
    char *m = strerror(ERANGE);
    strncpy(copy, m, 99); copy[0] = 'X';
    (void)copy;
    puts("ok");
    return 0;
}
