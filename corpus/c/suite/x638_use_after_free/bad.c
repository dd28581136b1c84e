#include <stdio.h>
#include <stdlib.h>
static int *const *tab; static int n;
static void rebuild(int k) {
    static int **cur; 
    if (cur) { for (int i = 0; i < n; i++) free(cur[i]); free(cur); }
    cur = k ? malloc(k * sizeof *cur) : NULL; n = k;
    for (int i = 0; i < k; i++) { cur[i] = malloc(sizeof(int)); if (!cur[i]) exit(1); *cur[i] = i; }
    tab = cur;
}
int main(void) {
    rebuild(3);
    const int *first = tab[0];
    rebuild(2);
    printf("%d\n", *first); /* BAD */
    rebuild(0);
    return 0;
}
