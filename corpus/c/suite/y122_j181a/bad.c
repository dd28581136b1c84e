#include <stdlib.h>
#include <stdio.h>
static void bye(void) { puts("bye");
  exit(1);
}
int main(void) { atexit(bye); exit(0); }
