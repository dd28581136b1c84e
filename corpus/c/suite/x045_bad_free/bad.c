#include <stdio.h>
#include <stdlib.h>
struct box { int id; char text[8]; };
int main(void) {
    struct box *b = malloc(sizeof *b);
    if (!b) return 1;
    b->id = 2; b->text[0] = 0;
    printf("%d\n", b->id);
    free(b->text); /* BAD */
    return 0;
}
