#include <stdio.h>
static void sw(char *a, char *b) {
    char t = *a; *a = *b; *b = t;
}
static int perm(char *s, int l, int r) {
    if (l == r) return 1;
    int c = 0;
    for (int i = l; i <= r; i++) { sw(s + l, s + i); c += perm(s, l + 1, r); sw(s + l, s + i); }
    return c;
}
int main(void) { char s[] = "abc"; printf("%d\n", perm(s, 0, 2)); return 0; }
