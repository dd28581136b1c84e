#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char num[3] = { '1', '.', '5' };
    char ok[4] = "1.5";
    (void)num; (void)ok;
    double d = strtod(ok, NULL);
    printf("%d\n", d > 1);
    return 0;
}
