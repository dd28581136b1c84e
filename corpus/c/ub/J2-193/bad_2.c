/* TUF-UB-026 7.24.5.8p2 null before the string */
#include <stdio.h>
#include <string.h>
int main(void) {
  char s[] = "a,b";
  char *t = strtok(NULL, ","); /* HERE */
  t = strtok(s, ",");
  return *t != 'a';
}
