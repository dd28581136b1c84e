/* TUF-UB-026 7.21.3p4 fclose twice */
#include <stdio.h>
int main(void) {
  FILE *f = tmpfile();
  fclose(f);
  fclose(f); /* HERE */
  return 0;
}
