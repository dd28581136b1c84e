#include <stdio.h>
int main(void) {
  char *in = "300"; 
  signed char c; sscanf(in, "%hhd", &c);
  printf("%d\n", c);
}
