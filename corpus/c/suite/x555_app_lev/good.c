#include <stdio.h>
#include <string.h>
static int lev(const char *a, const char *b) {
    int n = (int)strlen(a), m = (int)strlen(b);
    int d[n + 1][m + 1];
    for (int i = 0; i <= n; i++) d[i][0] = i;
    for (int j = 0; j <= m; j++) d[0][j] = j;
    for (int i = 1; i <= n; i++) for (int j = 1; j <= m; j++) {
        int c = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
        if (d[i - 1][j] + 1 < c) c = d[i - 1][j] + 1;
        if (d[i][j - 1] + 1 < c) c = d[i][j - 1] + 1;
        d[i][j] = c;
    }
    return d[n][m];
}
int main(void) { printf("%d\n", lev("kitten", "sitting")); return 0; }
