#include <stdio.h>
#include <string.h>

enum state { IDLE, RUN, WAIT, STOP, NSTATES };

static const char names[][8] = {
    "idle", "run", "wait",
    "stop",
};

static size_t name_len(enum state s)
{
    const char *n = names[s];
    size_t k = 0;
    while (k < 8 && n[k] != '\0')
        k++;
    return k;
}

int main(void)
{
    size_t total = 0;
    for (enum state s = IDLE; s < NSTATES; s++) {
        size_t l = name_len(s);
        if (s != STOP)
            total += l;
    }
    printf("%d states\n", (int)NSTATES);
    printf("total %zu\n", total);
    return 0;
}
