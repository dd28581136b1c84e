#include <stdio.h>
#include <string.h>
static int kmp(const char *t, const char *p) {
    int m = (int)strlen(p), f[16], k = 0;
    f[0] = 0;
    for (int i = 1; i < m; i++) {
        while (p[i] != p[k]) k = f[k - 1]; /* BAD */
        if (p[i] == p[k]) k++;
        f[i] = k;
    }
    k = 0;
    for (int i = 0; t[i]; i++) {
        while (k && t[i] != p[k]) k = f[k - 1];
        if (t[i] == p[k] && ++k == m) return i - m + 1;
    }
    return -1;
}
int main(void) { printf("%d\n", kmp("abxabcabcaby", "abcaby")); return 0; }
