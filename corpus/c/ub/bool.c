/* TUF-UB-031 a _Bool that holds neither 0 nor 1 */
#include <string.h>
int main(void) {
  _Bool b;
  memset(&b, 5, 1);
  if (b) /* HERE */
    return 1;
  return 0;
}
