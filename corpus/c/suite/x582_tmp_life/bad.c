#include <stdio.h>
#include <string.h>
struct n { char s[8]; };
static struct n name(int k) { struct n n; sprintf(n.s, "n%d", k); return n; }
int main(void) {
    const char *a, *b;
    a = name(1).s; b = name(2).s;
    printf("%d\n", strcmp(a, b) < 5); /* BAD */
    return 0;
}
