#include <stdio.h>
#include <string.h>
#define AT __LINE__
#define TWO(a, b) a, \
  b
int main(void) {
  printf("%d %d\n", __LINE__, AT);
  printf("%d %d\n", TWO(__LINE__,
    AT));
#line 100
  printf("%d\n", __LINE__);
#line 200 "other.c"
  printf("%d %s\n", __LINE__, __FILE__);
#define L 300
# line 300
  printf("%d %s %d %d\n", __LINE__, __FILE__, (int)strlen(__DATE__), (int)strlen(__TIME__));
  printf("%d %d\n", __COUNTER__, __COUNTER__);
  printf("%d %d %ld\n", __STDC__, __STDC_HOSTED__, __STDC_VERSION__);
  return 0;
}
