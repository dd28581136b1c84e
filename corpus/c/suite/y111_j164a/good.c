#include <stdio.h>
int main(void) {
  char *in = "300"; 
  short c; sscanf(in, "%hd", &c);
  printf("%d\n", c);
}
