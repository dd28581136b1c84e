#include <stdio.h>
#include <string.h>
struct rec { char path[16]; int mode; };
static void join(struct rec *r, const char *a, const char *b) {
    strcpy(r->path, a);
    strcat(r->path, "/");
    strcat(r->path, b); /* BAD */
}
int main(void) {
    struct rec r = { "", 7 };
    join(&r, "usr/share", "info.d");
    printf("%s %d\n", r.path, r.mode);
    return 0;
}
