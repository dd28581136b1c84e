#include <stdio.h>
struct t { int day : 6; unsigned yr : 12; };
static int lut[31];
int main(void) {
    struct t t = { 0, 0 };
    for (int i = 0; i < 31; i++) lut[i] = i;
    t.day = 40;
    printf("%d\n", lut[t.day]); /* BAD */
    return 0;
}
