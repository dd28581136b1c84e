#include <stdio.h>
#include <locale.h>
int main(void) {
  char *l = setlocale(LC_ALL, 0);
  printf("%d\n", l[0] != 0);
}
