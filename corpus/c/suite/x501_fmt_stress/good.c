#include <stdio.h>
int main(void) {
    int a, b, c, k = -1; unsigned u; char s[10], t[5] = ""; double d; float f; long l; char ch;
    int n = sscanf(" 12,0x1f 077 4294967295 hello:wxyz 1e3 2.5 -99 Q", "%d,%i %i %u %[a-z]:%*2c%2s %lf %f %ld %c%n", &a, &b, &c, &u, s, t, &d, &f, &l, &ch, &k);
    printf("%d %d %d %d %u %s %s %.0f %.1f %ld %c %d\n", n, a, b, c, u, s, t, d, f, l, ch, k);
    n = sscanf("7", "%d %d", &a, &c + 1 - 1); sscanf("abcdef", "%4s", t);
    printf("%d %s\n", n, t);
    return 0;
}
