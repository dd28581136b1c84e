#include <stdio.h>
int main(void) {
  printf("%%y\n");
}
