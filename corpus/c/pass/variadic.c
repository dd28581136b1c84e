/* Variadic functions: every kind of argument, lists that are passed on and copied, vprintf. */
#include <stdarg.h>
#include <stdio.h>

struct point { int x; double y; char tag[5]; };
enum color { RED, GREEN };

static int total(va_list ap, int n) {
  int sum = 0;
  while (n--) sum += va_arg(ap, int);
  return sum;
}

static void say(const char *format, ...) {
  va_list ap, again;
  char text[64];
  va_start(ap, format);
  va_copy(again, ap);
  vprintf(format, ap);
  va_end(ap);
  int n = vsnprintf(text, sizeof text, format, again);
  va_end(again);
  printf("%d %s", n, text);
}

static double mixed(const char *kinds, ...) {
  double sum = 0;
  va_list ap;
  va_start(ap, kinds);
  for (; *kinds; kinds++) switch (*kinds) {
    case 'i': sum += va_arg(ap, int); break;
    case 'u': sum += va_arg(ap, unsigned); break;
    case 'l': sum += va_arg(ap, long); break;
    case 'd': sum += va_arg(ap, double); break;
    case 's': sum += *va_arg(ap, char *); break;
    case 'p': { struct point p = va_arg(ap, struct point); sum += p.x + p.y + p.tag[4]; break; }
    case 'w': sum += (double)(va_arg(ap, __int128) >> 90); break;
    case 'e': sum += va_arg(ap, enum color); break;
    case 't': sum += total(ap, 2); break;
  }
  va_end(ap);
  return sum;
}

int main(void) {
  char c = -3;
  short s = 300;
  float f = 0.5f;
  struct point p = {1, 2.25, {0, 0, 0, 0, 4}};
  say("%d %s %c %g %ld\n", 7, "words", 'x', f, 1L << 40);
  printf("%.10g\n", mixed("idlsuiwpdet", c, f, -5L, "A", 4000000000u, s, (__int128)9 << 90, p, 1.5, GREEN, 10, 20));
  printf("%.10g\n", mixed("pppppdddddddddiiiiiii", p, p, p, p, p, 1., 2., 3., 4., 5., 6., 7., 8., 9., 1, 2, 3, 4, 5, 6, 7));
  return 0;
}
