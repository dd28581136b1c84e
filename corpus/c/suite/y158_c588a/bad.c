#include <stdio.h>
struct small { char a; }; struct big { int a; int b; };
int main(void) { 
  char c = 'x'; 
  struct big *p = (struct big *)&c;
  p->b = 3; 
  printf("%d\n", p->b); }
