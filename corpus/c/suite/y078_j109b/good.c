#include <stdio.h>
int main(void) {
  char line[6];
  snprintf(line, sizeof line, "%d-%d", 1234, 5678);
  puts(line);
}
