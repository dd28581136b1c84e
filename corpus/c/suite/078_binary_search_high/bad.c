#include <stdio.h>
#include <stdlib.h>

struct entry { int key, val; };

static int search(const struct entry *v, int n, int key)
{
    int lo = 0;
    int hi = n;
    while (lo <= hi) {
        int mid = (lo + hi) / 2;
        int k = v[mid].key;
        if (k == key)
            return v[mid].val;
        if (k < key)
            lo = mid + 1;
        else
            hi = mid - 1;
    }
    return -1;
}

int main(void)
{
    int n = 8;
    struct entry *v = malloc((size_t)n * sizeof *v);
    if (!v)
        return 1;
    for (int i = 0; i < n; i++)
        v[i] = (struct entry){ i * 2, i };
    printf("%d\n", search(v, n, 6));
    int r = search(v, n, 99);
    printf("found %d\n", r == 3);
    free(v);
    return 0;
}
