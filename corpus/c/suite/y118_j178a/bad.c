#include <stdlib.h>
#include <string.h>
#include <stdio.h>
static char *skip(char *s) { while (*s == ' ') s++; return s; }
int main(void) {
  char *l = malloc(8); strcpy(l, "  x"); char *t = skip(l);
  puts(t);
  free(t);
}
