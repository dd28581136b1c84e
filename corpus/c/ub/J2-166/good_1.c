#include <locale.h>
#include <stdio.h>
#include <wchar.h>
int main(void) {
  setlocale(LC_ALL, "C.UTF-8");
  wchar_t w[8];
  int n = sscanf("ab", "%ls", w);
  printf("%d\n", n);
  return 0;
}
