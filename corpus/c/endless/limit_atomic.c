#include <stdatomic.h>
static atomic_int ready;
int main(void) {
  while (!atomic_load(&ready))
    ;
  return 0;
}
