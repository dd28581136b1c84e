#include <stdio.h>
#include <stdarg.h>
static void out(const char *f, ...) { va_list ap; va_start(ap, f); vprintf(f, ap);
  va_end(ap); }
int main(void) { out("%d\n", 4); }
