#include <stdio.h>
static const char *const mn[] = { "Jan", "Feb", "Mar", "Apr" };
static const unsigned char len[] = { 31, 28, 31, 30 };
int main(void) {
    int day = 125, m = 0;
    while (m < 3 && day > len[m]) day -= len[m++];
    printf("%s %d\n", mn[m], day > 0);
    return 0;
}
