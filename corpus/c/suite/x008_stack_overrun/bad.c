#include <stdio.h>
typedef struct { char name[6]; char tag[6]; } pair;
static char pick(const pair *p, int i) { return p->name[i]; } /* BAD */
int main(void) {
    pair p = { "left", "right" };
    int k = 7;
    printf("%c\n", pick(&p, k));
    return 0;
}
