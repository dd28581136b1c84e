#include <stdio.h>
#define S(x) #x
#define XS(x) S(x)
#define V(...) #__VA_ARGS__
#define N 4 + 5
int main(void) {
  puts(S(  a   +  b  ));
  puts(S("x\n\"y\"" '\'' "\\"));
  puts(S(N)); puts(XS(N)); puts(XS(S(N)));
  puts(S());  puts(V(a,b, c)); puts(V( (1,2), "s,t"));
  puts(S(a /* c */ b)); puts(S(a
   b)); puts(S(L'x' L"y" .5e+3 ... -> ## #));
  puts(S(@ ` \n));
  return 0;
}
