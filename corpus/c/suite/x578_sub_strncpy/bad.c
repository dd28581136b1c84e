#include <stdio.h>
#include <string.h>
struct f { char ext[4]; char base[8]; int sz; };
int main(void) {
    struct f x = { "c", "main", 3 }, *p = &x;
    strncpy(p->ext, "header", sizeof p->base); /* BAD */
    printf("%d\n", p->sz);
    return 0;
}
