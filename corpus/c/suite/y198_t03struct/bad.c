#include <stdio.h>
typedef struct { int a; int buf[5]; } S; typedef struct { int x; S s; } T;
static T *tp; 
int main(void) { T t; tp = &t; 
 tp->s.buf[5] = 1;
 printf("%d\n", t.s.buf[4] == 0);
}
