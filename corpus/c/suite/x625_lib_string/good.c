#include <stdio.h>
#include <string.h>
static const char *names[3] = { "a", NULL, "c" };
int main(void) {
    int n = 0;
    for (int i = 0; i < 3; i++)
        n += names[i] && !strcmp(names[i], "c");
    printf("%d\n", n);
    return 0;
}
