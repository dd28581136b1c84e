#include <stdio.h>
#include <string.h>
#include <stdlib.h>
static int parse(int ac, char **av, int *lv, const char **out) {
    for (int i = 1; i < ac; i++) {
        if (!strcmp(av[i], "-o")) {
            if (i + 1 >= ac) return -1;
            *out = av[++i];
            if (strlen(*out) > 9) return -2;
        } else if (av[i][0] == '-' && av[i][1] == 'v') (*lv)++;
        else return i;
    }
    return 0;
}
int main(void) {
    char *av[] = { "prog", "-v", "-v", "-o", NULL };
    int lv = 0; const char *o = "-";
    int r = parse(4, av, &lv, &o);
    printf("%d %d\n", r, lv);
    return 0;
}
