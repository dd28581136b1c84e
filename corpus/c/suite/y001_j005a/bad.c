#include <stdio.h>
#include <threads.h>
#include <stdatomic.h>
struct sh { int v; 
 int done;
} s;
static int w(void *a) { struct sh *p = a; p->v = 4; p->done = 1; return 0; }
int main(void) {
  thrd_t t; thrd_create(&t, w, &s);
  int k = s.done ? s.v : 0;
  thrd_join(t, 0); return k == 9;
}
