#include <stdlib.h>
int main(void) { 
  int *p = malloc(10); free(p);
}
