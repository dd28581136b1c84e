#include <stdio.h>
static void logit(const char *user) {
    fputs(user, stdout);
    putchar('\n');
}
int main(void) { logit("100%s of it"); return 0; }
