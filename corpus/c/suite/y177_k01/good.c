#include <stdio.h>
#define GET(a, i) ((a)[(i)])
#define SUM(a, n) ({ int s_ = 0; for (int i_ = 0; i_ <= (n); i_++) s_ += GET(a, i_); s_; })
int main(void) { int v[3] = {1, 2, 3};
 printf("%d\n", SUM(v, 2));
}
