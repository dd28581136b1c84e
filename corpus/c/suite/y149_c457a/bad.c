#include <stdio.h>
typedef struct { int one, two; } S;
static void sink(S d[2]) { for (int i = 0; i < 2; i++) printf("%d %d\n", d[i].one, d[i].two); }
int main(void) { S d[2]; 
  for (int i = 0; i < 2; i++) { d[i].one = i;
  }
  sink(d); }
