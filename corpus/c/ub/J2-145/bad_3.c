/* TUF-UB-026 printf behind wprintf */
#include <stdio.h>
#include <wchar.h>
int main(void) {
  wprintf(L"%ls\n", L"wide");
  printf("narrow\n"); /* HERE */
  return 0;
}
