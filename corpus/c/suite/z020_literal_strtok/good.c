#include <stdio.h>
#include <string.h>
static char lines[][4] = { "a=1", "b=2" };
int main(void)
{
    for (int i = 0; i < 2; i++) {
        char *k = strtok(lines[i], "=");
        printf("%s\n", k);
    }
    return 0;
}
