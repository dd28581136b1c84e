#include <locale.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char s[8];
  strcpy(s, setlocale(LC_ALL, "C"));
  s[0] = 'D';
  puts(s);
  return 0;
}
