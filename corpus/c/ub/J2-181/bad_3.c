/* TUF-UB-026 7.22.4.7p2 exit is called while quick_exit ends the program */
#include <stdio.h>
#include <stdlib.h>
static void last(void) {
  puts("last");
  exit(1); /* HERE */
}
int main(void) {
  at_quick_exit(last);
  quick_exit(0);
}
