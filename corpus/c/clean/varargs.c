#include <stdio.h>
#include <stdarg.h>
#include <string.h>
#include <stdlib.h>
enum { DEBUG, INFO, WARN }; static int level = INFO; static char last[128];
static void vlog(int l, const char *f, va_list ap) { if (l < level) return; int n = snprintf(last, sizeof last, "[%d] ", l); vsnprintf(last + n, sizeof last - (size_t)n, f, ap); puts(last); }
static void logm(int l, const char *f, ...) { va_list ap; va_start(ap, f); vlog(l, f, ap); va_end(ap); }
static int sum(int n, ...) { va_list ap; va_start(ap, n); int s = 0; for (int i = 0; i < n; i++) s += va_arg(ap, int); va_end(ap); return s; }
static char *join(const char *first, ...) { va_list ap, cp; va_start(ap, first); va_copy(cp, ap); size_t n = strlen(first); const char *s; while ((s = va_arg(ap, const char *)) != NULL) n += strlen(s); va_end(ap); char *o = malloc(n + 1), *p = o; for (s = first; s; s = va_arg(cp, const char *)) { size_t k = strlen(s); memcpy(p, s, k); p += k; } va_end(cp); *p = 0; return o; }
static void mini(const char *f, ...) { va_list ap; va_start(ap, f); for (; *f; f++) { if (*f != '%') { putchar(*f); continue; } switch (*++f) { case 'd': printf("%d", va_arg(ap, int)); break; case 'u': printf("%u", va_arg(ap, unsigned)); break; case 's': fputs(va_arg(ap, char *), stdout); break; case 'f': printf("%.1f", va_arg(ap, double)); break; case 'c': putchar(va_arg(ap, int)); break; case 'p': printf("%d", va_arg(ap, void *) != NULL); break; case 'l': printf("%ld", va_arg(ap, long)); break; default: putchar('%'); } } va_end(ap); }
static double avgv(int n, va_list *ap) { double s = 0; for (int i = 0; i < n; i++) s += va_arg(*ap, double); return n ? s / n : 0; }
static double two(int n, ...) { va_list ap; va_start(ap, n); double a = avgv(n, &ap), b = avgv(n, &ap); va_end(ap); return a - b; }
int main(void) { logm(DEBUG, "no %d", 1); logm(WARN, "x=%d s=%s %5.1f%%", 3, "abc", 99.5); printf("%d %d\n", sum(0), sum(3, 1, 2, 3)); char *j = join("a", "bc", "", "def", (char *)NULL); puts(j); free(j); char c = 'x'; short h = -3; float fl = 2.5f; unsigned char uc = 200; mini("%d %c %f %u %s %p %l%%\n", h, c, fl, 7u, "str", (void *)last, 1L); mini("%d %u\n", uc, 5); printf("%g %hhd %hd %c %5s|%-5s|%05d|%+d|%x|%o|%e\n", two(2, 1.0, 2.0, 3.0, 4.0), uc, h, c, "r", "l", 42, 5, 255, 8, 1.5); printf("%*d %.*s %zu %td %jd\n", 4, 7, 2, "abc", sizeof c, (char *)last + 3 - last, (__INTMAX_TYPE__)-1); return 0; }
