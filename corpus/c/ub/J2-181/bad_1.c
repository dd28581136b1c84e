/* TUF-UB-026 7.22.4.4p2 exit within a function of atexit */
#include <stdlib.h>
static void twice(void) {
  exit(0); /* HERE */
}
int main(void) {
  atexit(twice);
  exit(0);
}
