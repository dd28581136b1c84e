#include <stdio.h>
#include <stdlib.h>

static void brighten(unsigned char *px, size_t n, float gain)
{
    for (size_t i = 0; i < n; i++) {
        float v = (float)px[i] * gain;
        if (v > 255.0f)
            v = 255.0f;
        px[i] = (unsigned char)v;
    }
}

int main(void)
{
    size_t n = 16;
    unsigned char *px = malloc(n);
    if (!px)
        return 1;
    for (size_t i = 0; i < n; i++)
        px[i] = (unsigned char)(i * 16);
    brighten(px, n, 1.5f);
    printf("%d %d\n", px[1], px[8]);
    free(px);
    return 0;
}
