/* Compound literals live until the end of their block, also in branches and loops, and each time the block is entered. */
#include <stdio.h>
#include <string.h>

struct point { int x, y; };
struct node { struct node *next; int v; };

static int *file = (int[]){7, 8, 9};

static int sum(const struct node *n) {
  int s = 0;
  for (; n; n = n->next)
    s += n->v;
  return s;
}

int main(void) {
  struct point *p = 0;
  int total = 0;
  for (int i = 0; i < 4; i++) {
    if (i & 1)
      p = &(struct point){i, 2 * i};
    else
      p = &(struct point){-i, 1};
    total += p->x + p->y;
    p->x = 100; /* each time anew */
    if (i == 2)
      continue;
    const char *s = (char[]){'a' + i, 0};
    total += s[0];
  }
  struct node *list = &(struct node){&(struct node){&(struct node){0, 3}, 2}, 1};
  total += sum(list) + sum(&(struct node){list, 4});
  int k = 0;
again:;
  int *q = (int[]){k, k + 1};
  if (k++ < 2)
    goto again;
  total += q[1];
  struct point made = ({ (struct point){5, 6}; });
  for (struct point *at = &(struct point){0, 3}; at->x < at->y; at->x++)
    total += at->x;
  switch (k) {
  case 3:
    p = &(struct point){1, 2};
    total += p->y;
    break;
  default: {
    p = &(struct point){3, 4};
    total += p->y;
  }
  }
  char text[8];
  memcpy(text, (char[8]){"literal"}, 8);
  printf("%d %d %d %s %d\n", total, file[1], made.y, text, (int)sizeof(int[]){1, 2, 3});
  while (k-- > 0) {
    struct point *in = &(struct point){.y = k};
    printf("%d %d\n", in->x, in->y);
    in->x = 9;
  }
  return 0;
}
