#include <stdio.h>
#include <string.h>
struct n { char s[8]; };
static struct n name(int k) { struct n n; sprintf(n.s, "n%d", k); return n; }
int main(void) {
    const char *a, *b;
    struct n x = name(1), y = name(2); a = x.s; b = y.s;
    printf("%d\n", strcmp(a, b) < 5);
    return 0;
}
