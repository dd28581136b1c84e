#include <stdio.h>
#include <string.h>

static size_t join(char *out, const char *const *w, int n)
{
    out[0] = '\0';
    for (int i = 0; i < n; i++) {
        if (i)
            strcat(out, "-");
        strcat(out, w[i]);
    }
    return strlen(out);
}

int main(void)
{
    const char *const w[] = { "red", "green", "blue" };
    char out[16];
    size_t two = join(out, w, 2);
    printf("%s %zu\n", out, two);
    size_t three = join(out, w, 3);
    printf("%zu\n", three);
    return 0;
}
