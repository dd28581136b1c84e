#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *upper_dup(const char *s)
{
    size_t n = strlen(s);
    char *d = malloc(n);
    if (!d)
        exit(1);
    for (size_t i = 0; i < n; i++)
        d[i] = (s[i] >= 'a' && s[i] <= 'z') ? (char)(s[i] - 32) : s[i];
    d[n] = '\0';
    return d;
}

int main(void)
{
    char *d = upper_dup("sixteen letters!");
    char *e = d;
    int caps = 0;
    for (int i = 0; i < 16; i++)
        if (e[i] >= 'A' && e[i] <= 'Z')
            caps++;
    printf("caps %d\n", caps);
    printf("%c%c\n", d[0], d[15]);
    free(d);
    return 0;
}
