#include <stdio.h>
int main(void) {
  char b[8];
  snprintf(b, 8, "%hd", 3);
  puts(b);
}
