#include <stdio.h>
static int classify(int c) {
  int kind;
  switch (c) {
  case 'a': kind = 1; break;
  case 'b': kind = 2; break;
  }
  return kind * 2;
}
int main(void) { printf("%d\n", classify('z')); }
