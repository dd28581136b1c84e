#include <stdio.h>
#include <wchar.h>
static void go(wchar_t **pp) { wchar_t src[10]; wmemset(src, L'A', 9); src[9] = 0; wcscpy(*pp, src); }
int main(void) { wchar_t a[5], b[10]; wchar_t *d;
  d = a; (void)b;
  d[0] = 0; go(&d); printf("%d\n", (int)d[0]); }
