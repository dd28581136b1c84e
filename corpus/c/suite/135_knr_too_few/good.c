#include <stdio.h>

static int volume();

static int box(int w, int h)
{
    return volume(w, h, 1);
}

static int volume(w, h, d)
    int w, h, d;
{
    int v = w * h;
    return d > 0 && d < 100 ? v * d : v;
}

int main(void)
{
    int a = volume(2, 3, 4);
    int b = box(5, 6);
    printf("a %d\n", a);
    printf("b %d\n", b >= 0 || b < 0);
    return 0;
}
