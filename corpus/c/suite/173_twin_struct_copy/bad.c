#include <stdio.h>
#include <string.h>

struct rgb { int r, g, b; };
struct vec3 { int x, y, z; };

static struct vec3 as_vec(const struct rgb *c)
{
    struct vec3 v = *(const struct vec3 *)c;
    return v;
}

static int dot(struct vec3 a, struct vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

int main(void)
{
    struct rgb pal[] = { {1, 2, 3}, {4, 5, 6} };
    struct vec3 unit = { 1, 0, 2 };
    for (int i = 0; i < 2; i++)
        printf("%d\n", dot(as_vec(&pal[i]), unit));
    return 0;
}
