#include <stdio.h>
#include <string.h>
static char *gData;
static void sink(void) { char src[12]; memset(src, 'C', 11); src[11] = 0; strcpy(gData, src); puts(gData); }
int main(void) {
  char small[8], large[16]; 
  gData = large; (void)small;
  sink();
}
