#include <stdio.h>
#include <string.h>
#include <stdbool.h>
struct opt { char tag; bool on; };
int main(void) {
  struct opt o;
  unsigned char raw[sizeof o] = {7,
   1
  };
  memcpy(&o, raw, sizeof o);
  if (o.on) puts("on");
}
