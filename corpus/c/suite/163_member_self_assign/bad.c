#include <stdio.h>

struct job { int retries; int state; };

static int attempt(struct job *j)
{
    if (j->retries <= 0)
        return 0;
    j->retries = j->retries-- - 1;
    j->state++;
    return 1;
}

int main(void)
{
    struct job jobs[] = { {3, 0}, {1, 0} };
    int n = 0;
    for (int i = 0; i < 2; i++)
        while (n < 20 && attempt(&jobs[i]))
            n++;
    printf("attempts %d\n", n >= 3);
    printf("state %d\n", jobs[0].state > 0);
    return 0;
}
