#include <stdio.h>

static int walk(int n)
{
    int *keep = NULL;
    int rounds = 0, sum = 0;
again:
    rounds++;
    if (rounds > 1)
        sum += keep[0];
    {
        int work[n + rounds];
        for (int i = 0; i < n + rounds; i++)
            work[i] = i + rounds;
        keep = work;
        sum += work[n];
        if (rounds < 2)
            goto again;
    }
    return sum;
}

int main(void)
{
    printf("walk(3) %d\n", walk(3));
    printf("walk(5) %d\n", walk(5));
    return 0;
}
