#include <stdlib.h>
#include <stdio.h>
struct buf { char *d; size_t n; };
static void grow(struct buf *b) { char *q = realloc(b->d, b->n * 2); if (q) { b->d = q; b->n *= 2; } }
int main(void) {
  struct buf b = {malloc(4), 4}; 
  char *mark = b.d;
  b.d[0] = 'a';
  grow(&b);
  b.d[0] = 'b'; (void)mark;
  printf("%c\n", b.d[0]); free(b.d);
}
