#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
int main(void) {
    char copy[100];
    char *m = strerror(ERANGE);
    m[0] = 'X'; /* BAD */
    (void)copy;
    puts("ok");
    return 0;
}
