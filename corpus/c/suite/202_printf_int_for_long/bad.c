#include <stdio.h>

struct file { const char *name; long size; };

static long list(const struct file *f, int n)
{
    long total = 0;
    for (int i = 0; i < n; i++) {
        printf("%-8s %6d\n", f[i].name, f[i].size);
        total += f[i].size;
    }
    return total;
}

int main(void)
{
    struct file f[] = { {"a.txt", 120}, {"b.bin", 70000}, {"c", 1} };
    long t = list(f, 3);
    printf("total %ld\n", t);
    return 0;
}
