#include <stdio.h>

struct color { unsigned char r, g, b; };

static const struct color *parse(const char *name)
{
    const struct color *c;
    c = name[0] == 'r' ? &(struct color){ 255, 0, 0 }
      : name[0] == 'g' ? &(struct color){ 0, 255, 0 }
      : &(struct color){ 9, 9, 9 };
    return c;
}

static int brightness(const char *name)
{
    const struct color *c = parse(name);
    return c->r + c->g + c->b;
}

int main(void)
{
    printf("%d\n", brightness("red"));
    printf("%d\n", brightness("green"));
    printf("%d\n", brightness("mauve"));
    return 0;
}
