#include <stdio.h>
static void logit(const char *user) {
    printf(user); /* BAD */
    putchar('\n');
}
int main(void) { logit("100%s of it"); return 0; }
