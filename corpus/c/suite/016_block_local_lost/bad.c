#include <stdio.h>

static int longest_run(const int *v, int n)
{
    int best = 0;
    for (int i = 0; i < n; i++) {
        int run;
        if (i == 0 || v[i] != v[i - 1])
            run = 1;
        else
            run = run + 1;
        if (run > best)
            best = run;
    }
    return best;
}

int main(void)
{
    int v[] = { 1, 1, 2, 2, 2, 3, 4, 4 };
    int w[] = { 5, 6, 7, 7 };
    printf("v: %d\n", longest_run(v, 8));
    printf("w: %d\n", longest_run(w, 4));
    return 0;
}
