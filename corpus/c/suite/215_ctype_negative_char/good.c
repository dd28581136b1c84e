#include <stdio.h>
#include <ctype.h>

struct count { int letters, others; };

static struct count classify(const char *s)
{
    struct count c = { 0, 0 };
    for (; *s; s++) {
        if (isalpha((unsigned char)*s))
            c.letters++;
        else
            c.others++;
    }
    return c;
}

int main(void)
{
    struct count a = classify("abc 12");
    struct count b = classify("caf\xc3\xa9");
    printf("%d %d\n", a.letters, a.others);
    printf("%d\n", b.letters + b.others);
    return 0;
}
