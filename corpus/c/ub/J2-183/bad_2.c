/* TUF-UB-011 by strcpy */
#include <string.h>
int main(void) {
  strcpy(strerror(1), "x"); /* HERE */
  return 0;
}
