#include <stdio.h>

struct person { int age; char sex; };

static int mean_age(const struct person *p, int n, char sex)
{
    int sum = 0, cnt = 0;
    for (int i = 0; i < n; i++) {
        if (p[i].sex == sex) {
            sum += p[i].age;
            cnt++;
        }
    }
    return sum / cnt;
}

int main(void)
{
    struct person p[] = { {30, 'f'}, {41, 'f'}, {25, 'f'} };
    printf("f %d\n", mean_age(p, 3, 'f'));
    printf("m %d\n", mean_age(p, 3, 'm'));
    return 0;
}
