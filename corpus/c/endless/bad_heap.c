#include <stdlib.h>
#include <string.h>
struct queue { int head, tail; char text[8]; };
static int empty(const struct queue *q) { return q->head == q->tail; }
int main(void) {
  struct queue *q = calloc(1, sizeof *q);
  if (!q)
    return 0;
  q->tail = 3;
  while (!empty(q)) { /* HERE */
    q->head = (q->head + 2) % 4;
    memset(q->text, 'x', strlen("abc"));
  }
  free(q);
  return 0;
}
