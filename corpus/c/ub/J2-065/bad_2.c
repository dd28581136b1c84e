/* TUF-UB-031 a volatile object is cleared by memset */
#include <string.h>
static volatile int flag = 1;
int main(void) {
  memset((void *)&flag, 0, sizeof flag); /* HERE */
  return flag;
}
