/* TUF-UB-011 7.1.4p1 the name of the locale */
#include <locale.h>
int main(void) {
  char *s = setlocale(LC_ALL, 0);
  s[0] = 'D'; /* HERE */
  return 0;
}
