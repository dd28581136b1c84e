struct n { struct n *next; };
static int len(struct n *p) { int k = 0; while (p) { k ^= 1; p = p->next; } return k; } /* HERE */
int main(void) { struct n a, b; a.next = &b;
 b.next = &a;
 return len(&a) == 7; }
