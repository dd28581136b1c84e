#include <stdio.h>
#include <string.h>

static void reverse(char *s)
{
    size_t i = 0, j = strlen(s);
    while (i + 1 < j) {
        char t = s[i];
        s[i++] = s[--j];
        s[j] = t;
    }
}

int main(void)
{
    char words[][12] = { "stressed", "parts" };
    char first[] = "abc";
    reverse(first);
    printf("%s\n", first);
    fflush(stdout);
    for (int i = 0; i < 2; i++)
        reverse(words[i]);
    printf("%s\n", words[0]);
    return 0;
}
