#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) { char *d = malloc(20); strcpy(d, "search me"); char *s = d;
  for (; *d; d++) if (*d == 'm') break;
  free(d); (void)s;
}
