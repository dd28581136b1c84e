/* Headers of the compiler: what the processor tells, aligned memory, unwinding. gcc prints the same. */
#include <cpuid.h>
#include <mm_malloc.h>
#include <unwind.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  unsigned a, b, c, d; char name[13] = "";
  __cpuid(0, a, b, c, d); memcpy(name, &b, 4); memcpy(name + 4, &d, 4); memcpy(name + 8, &c, 4);
  printf("%d %d\n", a > 0, (int)strlen(name));
  if (__get_cpuid(1, &a, &b, &c, &d)) printf("sse2 %d\n", !!(d & bit_SSE2));
  printf("%d\n", __get_cpuid(0x7fffffff, &a, &b, &c, &d));
  void *p = _mm_malloc(100, 64); printf("%d\n", (int)((unsigned long)p % 64)); _mm_free(p);
}
