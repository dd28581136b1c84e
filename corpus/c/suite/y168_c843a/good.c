#include <stdio.h>
int main(void) { void *d; 
  int c = 'a'; d = &c;
  printf("%d\n", *(int *)d); }
