#include <stdio.h>
struct lim { int lo, hi; };
static const struct lim *cur = &(const struct lim){ 1, 9 };
int main(void)
{
    ((struct lim *)cur)->hi = 12;
    printf("%d\n", cur->hi);
    return 0;
}
