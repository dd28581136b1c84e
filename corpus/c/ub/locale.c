/* TUF-UB-007 the name of a locale has no zero byte */
#include <locale.h>
int main(void) {
  char name[1] = {'C'};
  return setlocale(LC_ALL, name) == 0; /* HERE */
}
