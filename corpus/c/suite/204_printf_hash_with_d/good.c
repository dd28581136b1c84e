#include <stdio.h>

struct reg { const char *name; unsigned value; int delta; };

static int dump(const struct reg *r, int n)
{
    int lines = 0;
    for (int i = 0; i < n; i++) {
        printf("%-3s %#06x", r[i].name, r[i].value);
        if (r[i].delta != 0)
            printf(" (%+d)", r[i].delta);
        printf("\n");
        lines++;
    }
    return lines;
}

int main(void)
{
    struct reg r[] = { {"pc", 0x100, 4}, {"sp", 0xff0, -8}, {"a", 7, 0} };
    int n = dump(r, 3);
    printf("%d registers\n", n);
    return 0;
}
