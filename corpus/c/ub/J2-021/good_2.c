#include <stdio.h>
int main(void) {
  int kind, n = 2;
  kind = n;
  switch (kind) {
  case 2: puts("two"); return 0;
  default: return 1;
  }
}
