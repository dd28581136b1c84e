#include <stdio.h>
#include <string.h>
struct msg { char kind; int len; char text[6]; };
static int fill(struct msg *m) { m->kind = 'k'; m->len = 2;
    return m->len; }
int main(void) {
    struct msg m; unsigned char out[sizeof m];
    fill(&m);
    memcpy(out, &m, sizeof m);
    struct msg in; memcpy(&in, out, sizeof in);
    printf("%d %s\n", in.len, in.text[0] == 'h' ? "hi" : "no"); /* BAD */
    return 0;
}
