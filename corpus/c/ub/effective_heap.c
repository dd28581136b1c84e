/* TUF-UB-031 --effective-types memory that holds an int is read as a float (C11 6.5p6, p7) */
#include <stdlib.h>
int main(void) {
  void *p = malloc(sizeof(float));
  *(float *)p = 1.5f;
  *(int *)p = 3;
  float f = *(float *)p; /* HERE */
  free(p);
  return f > 1;
}
