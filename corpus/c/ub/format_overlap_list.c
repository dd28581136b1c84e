/* TUF-UB-026 vsprintf writes over the end of the string that it reads */
#include <stdarg.h>
#include <stdio.h>
static int put(char *to, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vsprintf(to, format, list); /* HERE */
  va_end(list);
  return n;
}
int main(void) {
  char s[32] = "abc";
  return put(s + 2, "<%s>", s);
}
