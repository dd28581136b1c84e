#include <stdio.h>

struct player { int id; int score; };

static int best_score(const struct player *p, int n)
{
    int best;
    for (int i = 0; i < n; i++) {
        if (p[i].score > best)
            best = p[i].score;
    }
    return best;
}

int main(void)
{
    struct player team[] = { {1, 14}, {2, 37}, {3, 22}, {4, 9} };
    int n = (int)(sizeof team / sizeof team[0]);
    int b = best_score(team, n);
    printf("players %d\n", n);
    printf("best %d\n", b);
    return 0;
}
