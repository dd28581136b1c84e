#include <stdio.h>

struct perm {
    unsigned read : 1;
    unsigned write : 1;
    unsigned exec : 1;
    unsigned owner : 5;
};

static void set_perm(struct perm *p, int mode, unsigned owner)
{
    p->read = (mode & 4) != 0;
    p->write = (mode & 2) != 0;
    p->exec = (mode & 1) != 0;
    p->owner = owner;
}

static unsigned encode(const struct perm *p)
{
    unsigned r = p->read;
    r = r * 2 + p->write;
    r = r * 2 + p->exec;
    return r;
}

int main(void)
{
    struct perm p;
    set_perm(&p, 5, 17);
    printf("owner %u\n", (unsigned)p.owner);
    printf("mode %u\n", encode(&p));
    return 0;
}
