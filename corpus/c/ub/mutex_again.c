/* TUF-UB-026 a mutex that is not recursive is taken twice */
#include <threads.h>
int main(void) {
  mtx_t m;
  mtx_init(&m, mtx_plain);
  mtx_lock(&m);
  return mtx_lock(&m); /* HERE */
}
