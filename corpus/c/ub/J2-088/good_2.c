#include <stdio.h>
int main(void) {
  puts("main returns 0");
}
