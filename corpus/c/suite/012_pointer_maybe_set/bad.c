#include <stdio.h>
#include <string.h>

struct host { const char *name; int port; };

static const struct host *find(const struct host *h, int n, const char *name)
{
    const struct host *hit;
    for (int i = 0; i < n; i++)
        if (strcmp(h[i].name, name) == 0)
            hit = &h[i];
    return hit;
}

int main(void)
{
    static const struct host hosts[] = { {"mail", 25}, {"web", 80}, {"ssh", 22} };
    const struct host *a = find(hosts, 3, "web");
    printf("web: %d\n", a->port);
    const struct host *b = find(hosts, 3, "ftp");
    printf("ftp known: %s\n", b == NULL ? "no" : "yes");
    return 0;
}
