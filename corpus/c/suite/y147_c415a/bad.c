#include <stdlib.h>
static void a(char *d) { free(d); }
static void (*fp)(char *) = a;
int main(void) { char *d = malloc(3); fp(d);
  a(d);
}
