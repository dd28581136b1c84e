#include <stdio.h>
static const char *const level[] = { "info", "warn", 0, "err" };
int main(void) {
    for (int i = 1; i < 4; i++)
        printf("<%s>", level[i] ? level[i] : "");
    puts("");
    return 0;
}
