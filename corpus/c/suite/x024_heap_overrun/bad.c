#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char **names = malloc(3 * sizeof *names), **it;
    if (!names) return 1;
    names[0] = "a"; names[1] = "b";
    names[2] = "c";
    for (it = names; *it; it++) /* BAD */
        printf("%s ", *it); /* BAD */
    putchar('\n');
    free(names);
    return 0;
}
