#include <stdio.h>
#include <wchar.h>
int main(void) {
  printf("a\n"); putchar('b');
}
