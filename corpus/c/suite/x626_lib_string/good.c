#include <stdio.h>
#include <string.h>
int main(void) {
    char a[4] = "abc", d[8]; memset(d, 0, 8);
    strncat(d, a, 3); strncat(d, a, 2); strncat(d, "xy", 2);
    puts(d);
    return 0;
}
