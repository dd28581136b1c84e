/* What a constant condition excludes is not reached, also not by the linker: nothing defines missing. Labels in it are. */
#include <stdio.h>
extern void missing(void);
extern int missing_value(void);
enum { NO };
static int f(int x) {
  if (0) missing();
  if (NO) missing(); else x++;
  if (sizeof(int) == 8) missing();
  while (0) missing();
  for (; 0;) missing();
  x += NO ? missing_value() : 2;
  x += (0 && missing_value()) + (1 || missing_value()) + (x && 0 && missing_value());
  if (x > 100 && (0 || NO)) missing();
  do { if (x) continue; x++; } while (0 && missing_value());
  if (1) ; else missing();
  if (!1 || 1.0 == 2.0) missing();
  return x;
}
static int g(int x) {
  switch (x) {
  case 0:
    if (0) {
      missing();
  case 1:
      x += 10;
    }
  }
  if (0 && missing_value()) x++;
  if (x == 11) goto inner2;
  return x;
  if (0) { inner2: return x * 2; }
  return 0;
}
int main(void) {
  printf("%d %d %d\n", f(1), g(0), g(1));
  return 0;
}
