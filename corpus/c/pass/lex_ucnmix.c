#include <stdio.h>
#include <string.h>
#include <uchar.h>
#define größe 3
static int naïve(int été) { return été * größe; }
struct Ω { int α, β; };
int main(void) {
  struct Ω ω = { .α = 1, .β = 2 };
  const char *s = "\u00fc\U0001F600", *t = u8"ü😀"; const char16_t *u = u"😀"; const char32_t *w = U"\U0001F600";
  printf("%d %d %d %d %d %x %x\n", naïve(2), ω.α + ω.β, (int)strlen(s), strcmp(s, t), (int)sizeof(u"😀x"), u[0], (unsigned)w[0]);
  int $dollar = 4, a$b = 5; printf("%d\n", $dollar + a$b);
  return 0;
}
