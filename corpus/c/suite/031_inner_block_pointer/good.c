#include <stdio.h>

struct limit { int value; };

static int clamp_all(int *v, int n, int user)
{
    struct limit dflt = { 100 };
    struct limit *lim = &dflt;
    int changed = 0;
    struct limit custom;
    if (user > 0) {
        custom.value = user;
        lim = &custom;
    }
    for (int i = 0; i < n; i++) {
        if (v[i] > lim->value) {
            v[i] = lim->value;
            changed++;
        }
    }
    return changed;
}

int main(void)
{
    int v[] = { 5, 50, 500, 70 };
    printf("changed %d\n", clamp_all(v, 4, 60));
    printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]);
    return 0;
}
