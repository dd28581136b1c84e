#include <stdlib.h>
#include <stdio.h>
static void bye(void) { puts("bye");
}
int main(void) { atexit(bye); exit(0); }
