#include <stdio.h>
struct cfg { const char *name; };
static void load(struct cfg *c) {
    char nm[8] = "prod";
    c->name = nm;
}
int main(void) {
    struct cfg c;
    load(&c);
    printf("%s\n", c.name); /* BAD */
    return 0;
}
