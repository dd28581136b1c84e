#include <stdio.h>
struct r { char w[4]; char x[8]; };
int main(void) {
  struct r v = {"", ""};
  sscanf("abcdef", "%3s", v.w);
  puts(v.w);
}
