#include <stdio.h>
static void upper(char *s) { for (; *s; s++) if (*s >= 'a' && *s <= 'z') *s -= 32; }
int main(void) {
  char *names[] = {"ab", "cd"};
  upper(names[1]); puts(names[1]);
}
