/* TUF-UB-011 7.1.4p1 by strcpy */
#include <locale.h>
#include <string.h>
int main(void) {
  strcpy(setlocale(LC_ALL, "C"), "D"); /* HERE */
  return 0;
}
