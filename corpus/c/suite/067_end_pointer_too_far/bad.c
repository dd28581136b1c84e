#include <stdio.h>

static int count_until(const int *p, const int *end, int stop)
{
    int n = 0;
    while (p < end && *p != stop) {
        n++;
        p++;
    }
    return n;
}

int main(void)
{
    int data[8] = { 3, 1, 4, 1, 5, 9, 2, 6 };
    int len = 10;
    const int *end = data + len;
    printf("before 9: %d\n", count_until(data, end, 9));
    printf("before 6: %d\n", count_until(data, end, 6));
    return 0;
}
