#include <stdio.h>
int main(void) {
    FILE *f = fopen("/no/such/dir/file", "r");
    if (f) fclose(f);
    puts("end");
    return 0;
}
