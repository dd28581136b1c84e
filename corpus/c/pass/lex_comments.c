#include <stdio.h>
#define A/* c */1
#define B(x/* p */, y) x/* c
 still */+ y // tail
#define C() 7 /* '"' */
#define D(/**/) "//" /* " */
# /* null-ish */ define E 5
#/* */
#
int main(void) {
  int a = 6 //* divided */ 2
  / 2;
  printf("%d %d %d %s %d %d %s\n", A, B(1, 2), C(), D(), E, a, "/* no */ // no");
  return 0;
}
