/* TUF-UB-026 7.22.4.4p2 exit while main returns */
#include <stdlib.h>
static void twice(void) {
  exit(1); /* HERE */
}
int main(void) {
  atexit(twice);
  return 0;
}
