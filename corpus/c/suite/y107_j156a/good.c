#include <stdio.h>
int main(void) {
  printf("%#x %05d\n", 3, 4);
}
