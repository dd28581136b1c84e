#include <stdlib.h>
#include <stdio.h>
int main(void) { 
  FILE *f = tmpfile(); free(f);
}
