#include <stdlib.h>
struct queue { int head, tail; };
static int empty(const struct queue *q) { return q->head == q->tail; }
int main(void) {
  struct queue *q = calloc(1, sizeof *q);
  if (!q)
    return 0;
  q->tail = 3;
  for (long n = 0; n < 300000 || !empty(q); n++)
    q->head = (q->head + 1) % 4;
  free(q);
  return 0;
}
