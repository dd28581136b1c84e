/* TUF-UB-026 7.21.6.2p12 bytes that begin no character */
#include <locale.h>
#include <stdio.h>
#include <wchar.h>
int main(void) {
  setlocale(LC_ALL, "C.UTF-8");
  wchar_t w[8];
  int n = sscanf("\xff\xfe", "%ls", w); /* HERE */
  printf("%d\n", n);
  return 0;
}
