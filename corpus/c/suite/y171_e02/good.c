#include <stdio.h>
struct hdr { short t; }; struct msg { struct hdr h; int v; };
static int kind(struct hdr *h) { return h->t; }
int main(void) {
 struct msg m = {{2}, 3}; printf("%d\n", kind((struct hdr *)&m));
}
