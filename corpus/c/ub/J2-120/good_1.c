#include <locale.h>
#include <stdio.h>
int main(void) {
  puts(setlocale(LC_ALL, 0));
  return 0;
}
