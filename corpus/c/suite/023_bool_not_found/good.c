#include <stdio.h>
#include <stdbool.h>

static bool contains(const char *set, char c)
{
    bool found = false;
    for (const char *p = set; *p; p++) {
        if (*p == c) {
            found = true;
            break;
        }
    }
    return found;
}

int main(void)
{
    const char *vowels = "aeiou";
    const char *word = "quite";
    int n = 0;
    for (const char *p = word; *p; p++)
        if (contains(vowels, *p))
            n++;
    printf("%s has %d\n", word, n);
    return 0;
}
