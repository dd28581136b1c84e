#include <stdio.h>

struct config {
    int width;
    int height;
    int depth;
    int verbose;
};

static void config_init(struct config *c, int w, int h)
{
    c->width = w;
    c->height = h;
    c->verbose = 0;
    c->depth = 1;
}

static long volume(const struct config *c)
{
    long area = (long)c->width * c->height;
    if (c->depth < 1 || c->depth > 16)
        return area;
    return area * c->depth;
}

int main(void)
{
    struct config cfg;
    config_init(&cfg, 40, 25);
    long v = volume(&cfg);
    printf("%d x %d\n", cfg.width, cfg.height);
    printf("volume %ld\n", v);
    return cfg.verbose;
}
