/* TUF-UB-021 7.1.4p1 a member of a record that is written to a file has no value, beside padding */
#include <stdio.h>
struct record { char kind; int size; };
int main(void) {
  struct record r[2];
  FILE *f = tmpfile();
  if (f == NULL)
    return 1;
  r[0].kind = r[1].kind = 'a';
  r[0].size = 3;
  fwrite(r, sizeof *r, 2, f); /* HERE */
  fclose(f);
  return 0;
}
