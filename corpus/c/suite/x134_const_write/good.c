#include <stdio.h>
#include <locale.h>
int main(void) {
    struct lconv *lc = localeconv();
    static struct lconv mine;
    mine = *lc;
    mine.decimal_point = ",";
    puts(mine.decimal_point ? "set" : "no");
    return 0;
}
