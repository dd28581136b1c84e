/* TUF-UB-031 a float read as a double, with room behind it */
#include <stdio.h>
int main(void) {
  float f[2] = {0};
  sscanf("1.5", "%lf", &f[0]); /* HERE */
  return f[1] > 0;
}
