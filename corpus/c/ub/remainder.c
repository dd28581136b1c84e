/* TUF-UB-031 INT_MIN % -1, of which nothing is used */
#include <limits.h>
int main(void) {
  int x = INT_MIN, y = -1;
  (void)(x % y); /* HERE */
  return 0;
}
