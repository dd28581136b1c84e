/* TUF-UB-026 7.26.6.3p2 a key that was deleted */
#include <stdio.h>
#include <threads.h>
int main(void) {
  tss_t key;
  tss_create(&key, NULL);
  tss_delete(key);
  printf("%d\n", tss_get(key) == NULL); /* HERE */
  return 0;
}
