/* TUF-UB-026 7.27.3.1p3 the year 12345 */
#include <time.h>
int main(void) {
  struct tm t = {.tm_mon = 1, .tm_mday = 1, .tm_year = 12345 - 1900};
  return asctime(&t) == 0; /* HERE */
}
