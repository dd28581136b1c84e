/* TUF-UB-026 7.27.3.1p3 a month of 12 */
#include <time.h>
int main(void) {
  struct tm t = {.tm_mon = 12, .tm_mday = 1, .tm_year = 100};
  return asctime(&t) == 0; /* HERE */
}
