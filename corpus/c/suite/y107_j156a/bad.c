#include <stdio.h>
int main(void) {
  printf("%#d %05s\n", 3, "a");
}
