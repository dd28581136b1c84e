/* TUF-UB-031 returns on one path */
#include <stdlib.h>
_Noreturn static void check(int ok) {
  if (!ok)
    exit(0);
} /* HERE */
int main(void) {
  check(1);
}
