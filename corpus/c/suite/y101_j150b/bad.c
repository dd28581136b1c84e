#include <stdio.h>
int main(void) {
  FILE *f = tmpfile(); 
  fprintf(f, "%d\n", 12);
  int v = 0; fscanf(f, "%d", &v);
  fclose(f);
}
