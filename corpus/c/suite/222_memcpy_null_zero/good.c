#include <stdio.h>
#include <string.h>

struct blob { const unsigned char *p; size_t n; };

static size_t append(unsigned char *out, size_t at, struct blob b)
{
    if (b.n == 0)
        return at;
    memcpy(out + at, b.p, b.n);
    return at + b.n;
}

int main(void)
{
    static const unsigned char hdr[] = { 1, 2, 3 }, end[] = { 9 };
    struct blob parts[] = { { hdr, 3 }, { NULL, 0 }, { end, 1 } };
    unsigned char out[16];
    size_t n = 0;
    for (int i = 0; i < 3; i++)
        n = append(out, n, parts[i]);
    printf("n %zu\n", n);
    printf("%d %d\n", out[0], out[n - 1]);
    return 0;
}
