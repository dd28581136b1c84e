#include <stdio.h>
#include <string.h>

struct kv { const char *k; int v; };

static int get(const struct kv *t, int n, const char *k)
{
    int i;
    for (i = 0; i < n; i++) {
        if (strcmp(t[i].k, k) == 0)
            return t[i].v;
    }
}

int main(void)
{
    struct kv t[] = { {"one", 1}, {"two", 2}, {"six", 6} };
    printf("%d\n", get(t, 3, "two"));
    int r = get(t, 3, "ten");
    if (r > 6)
        printf("odd\n");
    printf("end\n");
    return 0;
}
