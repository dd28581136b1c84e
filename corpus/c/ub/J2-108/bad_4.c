/* TUF-UB-026 7.29.6p3 a state that no conversion has left */
#include <stdio.h>
#include <string.h>
#include <wchar.h>
int main(void) {
  mbstate_t state;
  wchar_t c;
  memset(&state, 0x55, sizeof state);
  printf("%d\n", mbrtowc(&c, "a", 1, &state) == 1); /* HERE */
  return 0;
}
