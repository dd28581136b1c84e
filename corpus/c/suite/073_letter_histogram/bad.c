#include <stdio.h>

static int counts[26];

static void count(const char *s)
{
    for (; *s; s++) {
        if (*s == ' ')
            continue;
        counts[*s - 'a']++;
    }
}

static int most(void)
{
    int m = 0;
    for (int i = 1; i < 26; i++)
        if (counts[i] > counts[m])
            m = i;
    return m;
}

int main(void)
{
    count("to be or not to be");
    count("i~o");
    int m = most();
    printf("most %c %d\n", 'a' + m, counts[m]);
    return 0;
}
