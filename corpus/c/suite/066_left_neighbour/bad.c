#include <stdio.h>

struct cell { int alive; int age; };

#define N 8

static int neighbours(const struct cell *c, int i)
{
    int n = 0;
    n += c[i - 1].alive == 1;
    if (i + 1 < N)
        n += c[i + 1].alive == 1;
    return n;
}

int main(void)
{
    struct cell row[N] = { {1, 0}, {1, 2}, {0, 0}, {1, 1}, {0, 0}, {0, 0}, {1, 5}, {1, 0} };
    int stable = 0;
    for (int i = 0; i < N; i++) {
        int n = neighbours(row, i);
        if (n == 1 && row[i].alive)
            stable++;
    }
    printf("stable %d\n", stable >= 0);
    printf("age %d\n", row[6].age);
    return 0;
}
