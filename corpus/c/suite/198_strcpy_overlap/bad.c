#include <stdio.h>
#include <string.h>

static char *trim(char *s)
{
    size_t skip = strspn(s, " ");
    if (skip > 0)
        strcpy(s, s + skip);
    size_t n = strlen(s);
    while (n > 0 && s[n - 1] == ' ')
        s[--n] = '\0';
    return s;
}

int main(void)
{
    char a[] = "plain ";
    char b[] = "  indented text of some length";
    printf("[%s]\n", trim(a));
    trim(b);
    printf("%d\n", b[0] != ' ');
    return 0;
}
