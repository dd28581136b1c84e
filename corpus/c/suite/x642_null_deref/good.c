#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int (*get(const char *k))(int) {
    static const struct { const char *k; int (*f)(int); } t[] = { { "abs", abs } };
    for (size_t i = 0; i < 1; i++) if (!strcmp(t[i].k, k)) return t[i].f;
    return NULL;
}
int main(void) {
    printf("%d\n", get("abs")(-4));
    int (*f)(int) = get("neg"); printf("%d\n", f ? f(-4) : 0);
    return 0;
}
