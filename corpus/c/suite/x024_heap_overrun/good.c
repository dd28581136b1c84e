#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char **names = malloc(3 * sizeof *names), **it;
    if (!names) return 1;
    names[0] = "a"; names[1] = "b";
    names[2] = NULL;
    for (it = names; *it; it++)
        printf("%s ", *it);
    putchar('\n');
    free(names);
    return 0;
}
