#include <stdio.h>
#include <limits.h>

struct ids { int next; int issued; };

static int new_id(struct ids *s)
{
    s->issued++;
    return s->next++;
}

int main(void)
{
    struct ids s = { INT_MAX - 2, 0 };
    int last = 0;
    for (int i = 0; i < 4; i++)
        last = new_id(&s);
    printf("issued %d\n", s.issued);
    printf("last %s\n", last > INT_MAX - 3 ? "high" : "low");
    return 0;
}
