#include <stdio.h>
#include <string.h>
static char *greet(void) {
  static char b[] = "hello";
  char *p = b; return p; }
int main(void) { printf("%s\n", greet()); }
