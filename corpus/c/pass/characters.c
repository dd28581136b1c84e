/* Characters, and strings that are made of strings: what stands close to undefined behaviour and is none. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int put(char *to, size_t n, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int k = vsnprintf(to, n, format, list);
  va_end(list);
  return k;
}

int main(void) {
  int (*classes[])(int) = {isalpha, isdigit, islower, isupper, isprint, isgraph, isspace, isalnum, ispunct, iscntrl, isxdigit, isblank};
  for (unsigned k = 0; k < sizeof classes / sizeof *classes; k++) {
    int n = 0;
    for (int c = EOF; c < 256; c++)
      n += classes[k](c) != 0;
    printf("%d ", n);
  }
  const char *s = "caf\xe9 1";
  int n = 0;
  for (; *s; s++)
    n += (isalpha((unsigned char)*s) != 0) + 10 * (isdigit((unsigned char)*s) != 0) + 100 * (isspace((unsigned char)*s) != 0);
  printf("%d %d %c%c\n", n, isprint(EOF), toupper('a'), tolower('B'));
  char b[32] = "one";
  sprintf(b + 4, "%s, two", b); /* beside its argument, not over it */
  printf("%s %s\n", b, b + 4);
  snprintf(b, 3, "%.2s", b + 4); /* the string that is read is longer than what is written */
  printf("%s\n", b);
  snprintf(b, 0, "%s!", b); /* nothing is written */
  printf("%d %s\n", put(b + 16, 8, "%s-%d", b, 5), b + 16);
  return 0;
}
