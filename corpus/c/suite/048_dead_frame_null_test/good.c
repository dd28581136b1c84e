#include <stdio.h>
#include <string.h>

static char *current;

static int tokenise(const char *line)
{
    char copy[64];
    int words = 0;
    strncpy(copy, line, sizeof copy - 1);
    copy[sizeof copy - 1] = '\0';
    for (char *w = strtok(copy, " "); w; w = strtok(NULL, " ")) {
        current = w;
        words++;
    }
    current = NULL;
    return words;
}

static const char *state(void)
{
    if (current != NULL)
        return "inside a word";
    return "idle";
}

int main(void)
{
    int n = tokenise("the quick brown fox");
    printf("%d words\n", n);
    printf("state: %s\n", state());
    return 0;
}
