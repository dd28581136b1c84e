#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <threads.h>
#include <wchar.h>
#include <wctype.h>
int main(void) {
  wctype_t none = wctype("no class"), alpha = wctype("alpha");
  printf("%d%d\n", iswctype(L'a', none) != 0, iswctype(L'a', alpha) != 0);
  mbstate_t state;
  wchar_t c = 0;
  memset(&state, 0, sizeof state);
  if (setlocale(LC_ALL, "C.UTF-8") != NULL) {
    printf("%d", mbrtowc(&c, "\xe2", 1, &state) == (size_t)-2);
    printf("%d", mbrtowc(&c, "\x82\xac", 2, &state) == 2);
  }
  printf(" %x\n", (unsigned)c);
  tss_t key, other;
  tss_create(&other, NULL);
  tss_delete(other);
  tss_create(&key, NULL);
  tss_set(key, &c);
  printf("%d\n", tss_get(key) == &c);
  tss_delete(key);
  return 0;
}
