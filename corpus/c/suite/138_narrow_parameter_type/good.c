#include <stdio.h>

typedef int (*pred)();

static int is_vowel(int c)
{
    return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
}

static int count_if(const char *s, pred p)
{
    int n = 0;
    for (; *s; s++)
        n += p(*s);
    return n;
}

int main(void)
{
    pred p = (pred)is_vowel;
    printf("%d\n", count_if("queueing", p));
    printf("%d\n", count_if("rhythm", p));
    return 0;
}
