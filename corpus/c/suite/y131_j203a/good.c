#include <stdio.h>
#include <threads.h>
static mtx_t m;
int main(void) {
  mtx_init(&m, mtx_plain);
  mtx_lock(&m);
  mtx_unlock(&m);
  puts("k"); mtx_destroy(&m);
}
