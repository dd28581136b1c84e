#include <stdio.h>
#include <string.h>

struct pair { char *key, *val; };

static struct pair split(char *s)
{
    struct pair p = { s, NULL };
    char *eq = strchr(s, '=');
    if (eq) {
        *eq = '\0';
        p.val = eq + 1;
    }
    return p;
}

int main(void)
{
    char own[] = "mode=fast";
    struct pair a = split(own);
    printf("%s:%s\n", a.key, a.val);
    fflush(stdout);
    char line[] = "level=3";
    struct pair b = split(line);
    printf("%s:%s\n", b.key, b.val);
    return 0;
}
