#include <stdio.h>
#include <wchar.h>
int main(void) {
  printf("a\n"); putwchar(L'b');
}
