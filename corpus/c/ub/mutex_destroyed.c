/* TUF-UB-026 a mutex is taken after its end */
#include <threads.h>
int main(void) {
  mtx_t m;
  mtx_init(&m, mtx_plain);
  mtx_destroy(&m);
  return mtx_lock(&m); /* HERE */
}
