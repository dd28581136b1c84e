#include <stdio.h>
#def\
ine WI\
DTH 1\
2
in\
t ma\
in(vo\
id) {
  int x = WID\
TH, y = 0x\
1F; // a comment that goes \
on  x = 0;
  /\
* split comment *\
/ x +\
+; x +\
= 2;
  const char *s = "ab\
cd\
\n";
  pri\
ntf("%d %d %s%c\n", x, y, s, '\
q'); /\
/ another
  return 0;
}
