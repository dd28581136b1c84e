#include <stdio.h>
typedef void (*hook)(long);
static void onint(int x) { printf("%d\n", x); }
static void onlong(long x) { printf("%ld\n", x); }
struct ops { hook h; };
int main(void) {
  struct ops o = {(hook)onint};
  o.h(5);
  (void)onint; (void)onlong;
}
