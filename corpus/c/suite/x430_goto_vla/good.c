#include <stdio.h>
int main(void) {
    int tot = 0;
    for (int n = 1; n < 4; n++) {
        int v[n], *p = v;
        for (int i = 0; i < n; i++) v[i] = i;
        for (int i = 0; i < n; i++) tot += p[i];
        if (tot > 2) goto out;
    }
out:
    printf("%d\n", tot);
    return 0;
}
