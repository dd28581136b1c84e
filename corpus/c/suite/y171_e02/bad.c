#include <stdio.h>
struct hdr { short t; }; struct msg { struct hdr h; int v; };
static int kind(struct hdr *h) { return h->t; }
int main(void) {
 float f = 3; printf("%d\n", kind((struct hdr *)&f));
}
