#include <stdio.h>
#include <string.h>

static void count_char(const char *s, char c, unsigned *counter)
{
    while ((s = strchr(s, c)) != NULL) {
        *counter += 1;
        s++;
    }
}

static unsigned count_all(const char **lines, int n, char c)
{
    unsigned total = 0;
    for (int i = 0; i < n; i++)
        count_char(lines[i], c, &total);
    return total;
}

int main(void)
{
    const char *lines[] = { "banana", "cherry", "papaya", "fig" };
    unsigned a = count_all(lines, 4, 'a');
    printf("a: %u\n", a);
    return 0;
}
