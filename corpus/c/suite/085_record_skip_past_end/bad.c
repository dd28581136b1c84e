#include <stdio.h>

static int count_records(const unsigned char *buf, int size)
{
    const unsigned char *p = buf, *end = buf + size;
    int n = 0;
    while (p < end) {
        int len = *p;
        n++;
        p += 1 + len;
    }
    return n;
}

int main(void)
{
    unsigned char good[] = { 2, 'a', 'b', 0, 1, 'c' };
    unsigned char torn[] = { 1, 'x', 9, 'y', 'z' };
    printf("%d\n", count_records(good, (int)sizeof good));
    printf("%d\n", count_records(torn, (int)sizeof torn) > 0);
    return 0;
}
