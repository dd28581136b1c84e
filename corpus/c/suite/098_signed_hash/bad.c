#include <stdio.h>

struct word { const char *s; int bucket; };

static int hash(const char *s)
{
    int h = 17;
    for (; *s; s++) {
        h *= 31;
        h ^= (unsigned char)*s;
    }
    return h;
}

int main(void)
{
    struct word w[] = { {"a", 0}, {"banana", 0}, {"cherry tree", 0} };
    int same = 0;
    for (int i = 0; i < 3; i++) {
        w[i].bucket = (int)(hash(w[i].s) & 15);
        same += w[i].bucket == w[0].bucket;
    }
    printf("a -> %d\n", w[0].bucket);
    printf("same %d\n", same >= 1);
    return 0;
}
