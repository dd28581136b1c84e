#include <stdio.h>
static int data;
static void set(int *p, int v) { *p = v; }
int main(void) { set(&data, 0);
  if (data != 0)
  printf("%d\n", 100 / data);
}
