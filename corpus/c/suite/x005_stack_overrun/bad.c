#include <stdio.h>
int main(void) {
    char b[8];
    int year = 2026, mon = 11, day = 24;
    sprintf(b, "%d%02d%02d", year, mon, day); /* BAD */
    puts(b);
    return 0;
}
