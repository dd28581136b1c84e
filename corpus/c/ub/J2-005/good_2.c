#include <stdatomic.h>
extern int thread_spawn(long (*)(void *), void *);
extern long thread_join(int);
static atomic_int count;
static long work(void *p) {
  atomic_fetch_add(&count, 1);
  return 0;
}
int main(void) {
  int a = thread_spawn(work, 0), b = thread_spawn(work, 0);
  thread_join(a);
  thread_join(b);
  return count != 2;
}
