#include <stdio.h>
struct n { struct n *next; int v; };
int main(void)
{
    struct n c = { 0, 3 }, b = { &c, 2 }, a = { &b, 1 };
    unsigned char len = 0;
    for (struct n *p = &a; p; p = p->next) len++;
    printf("%d\n", len);
    return 0;
}
