#include <stdio.h>
#include <ctype.h>
static void upper(char *s) { for (; *s; s++) *s = (char)toupper((unsigned char)*s); }
int main(void) {
    char w[][4] = { "one", "two" };
    upper(w[1]);
    puts(w[1]);
    return 0;
}
