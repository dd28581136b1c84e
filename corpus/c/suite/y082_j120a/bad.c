#include <stdio.h>
#include <locale.h>
int main(void) {
  char *l = setlocale(LC_ALL, 0);
  l[0] = 'D';
  printf("%d\n", l[0] != 0);
}
