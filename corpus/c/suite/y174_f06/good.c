#include <stdio.h>
int main(void) { FILE *f = tmpfile(); fputs("ab", f); 
 rewind(f); fgetc(f);
 fclose(f); return 0; }
