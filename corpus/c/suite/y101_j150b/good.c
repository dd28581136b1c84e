#include <stdio.h>
int main(void) {
  FILE *f = tmpfile(); 
  fprintf(f, "%d\n", 12);
  fflush(f); rewind(f);
  int v = 0; fscanf(f, "%d", &v);
  fclose(f);
}
