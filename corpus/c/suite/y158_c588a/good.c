#include <stdio.h>
struct small { char a; }; struct big { int a; int b; };
int main(void) { 
  struct big v = {1, 2}; struct big *p = &v; p->b = 3;
  printf("%d\n", p->b); }
