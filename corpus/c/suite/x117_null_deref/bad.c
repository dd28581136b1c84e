#include <stdio.h>
int main(void) {
    FILE *f = fopen("/no/such/dir/file", "r");
    fclose(f); /* BAD */
    puts("end");
    return 0;
}
