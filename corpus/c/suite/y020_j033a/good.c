#include <stdio.h>
static void upper(char *s) { for (; *s; s++) if (*s >= 'a' && *s <= 'z') *s -= 32; }
int main(void) {
  char n1[] = "ab", n2[] = "cd"; char *names[] = {n1, n2};
  upper(names[1]); puts(names[1]);
}
