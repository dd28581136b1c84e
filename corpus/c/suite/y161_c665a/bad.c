#include <stdio.h>
#include <string.h>
int main(void) { char d[20];
  strcat(d, "abc");
  puts(d); }
