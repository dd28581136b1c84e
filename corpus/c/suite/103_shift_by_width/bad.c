#include <stdio.h>

struct field { unsigned pos, len; };

static unsigned mask(unsigned len)
{
    return (1u << len) - 1;
}

static unsigned extract(unsigned word, struct field f)
{
    return (word >> f.pos) & mask(f.len);
}

int main(void)
{
    struct field f[] = { {0, 4}, {4, 8}, {0, 32} };
    unsigned w = 0xdeadbeefu;
    for (int i = 0; i < 2; i++)
        printf("%x\n", extract(w, f[i]));
    unsigned all = extract(w, f[2]);
    printf("%d\n", all <= w);
    return 0;
}
