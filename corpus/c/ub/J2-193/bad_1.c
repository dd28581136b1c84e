/* TUF-UB-026 7.24.5.8p2 null at first */
#include <string.h>
int main(void) {
  return strtok(0, ",") != 0; /* HERE */
}
