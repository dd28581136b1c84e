#include <stdio.h>
#include <string.h>
int main(void) { char data[50]; char dest[100]; memset(data, 'A', 49); data[49] = 0; memset(dest, 'C', 99); dest[99] = 0;
  memcpy(dest, data, strlen(dest));
  dest[99] = 0; printf("%d\n", (int)strlen(dest)); }
