#include <stdio.h>
#include <stdlib.h>
static void fin(char ***pp) { free(**pp); free(*pp);
    *pp = NULL;
}
int main(void) {
    char **v = malloc(sizeof *v);
    if (!v || !(v[0] = malloc(3))) return 1;
    fin(&v);
    if (v) fin(&v);
    puts("fin");
    return 0;
}
