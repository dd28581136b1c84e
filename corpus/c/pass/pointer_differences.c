/* Differences, orders and prints of pointers into objects that live. */
#include <stdio.h>
#include <stdlib.h>
static void grow(char **text, char **at, char **end) {
  long n = *end - *text, i = *at - *text;
  *text = realloc(*text, 2 * n);
  *at = *text + i;
  *end = *text + 2 * n;
}
int main(void) {
  char *text = malloc(2), *at = text, *end = text + 2, line[32];
  for (int i = 0; i < 9; i++) {
    if (at >= end)
      grow(&text, &at, &end);
    *at++ = 'a' + i;
  }
  int n = snprintf(line, sizeof line, "%p", (void *)at);
  printf("%.*s %d %d\n", (int)(at - text), text, at < end, n > 0);
  free(text);
  printf("%p\n", (void *)0);
  text = at = end = NULL;
  printf("%d\n", text == at);
  return 0;
}
