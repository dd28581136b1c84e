/* TUF-UB-011 the decimal point */
#include <locale.h>
int main(void) {
  localeconv()->decimal_point = ","; /* HERE */
  return 0;
}
