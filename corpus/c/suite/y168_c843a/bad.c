#include <stdio.h>
int main(void) { void *d; 
  char c = 'a'; d = &c;
  printf("%d\n", *(int *)d); }
