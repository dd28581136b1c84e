/* TUF-UB-026 7.26.5.6p2 a thread is joined again whose record is gone */
#include <threads.h>
static int seven(void *p) { (void)p; return 7; }
int main(void) {
  thrd_t t;
  int first = 0, second = 0;
  thrd_create(&t, seven, NULL);
  thrd_join(t, &first);
  thrd_join(t, &second); /* HERE */
  return first - second;
}
