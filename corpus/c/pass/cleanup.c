/* The attribute cleanup: its functions run in the reverse order wherever control leaves a scope, behind what return computes. gcc prints the same. */
#include <stdio.h>
#include <stdlib.h>
struct s { int a[10]; };
static void say(int *p) { printf("clean %d\n", *p); *p = -1; }
static void wipe(struct s *p) { printf("wipe %d\n", p->a[9]); p->a[9] = -7; }
static int freed;
static int drop(char **p) { printf("free %s\n", *p); free(*p); freed++; return 1; }
#define auto_free __attribute__((cleanup(drop)))
typedef char *str;
static char *copy(const char *s) { char *p = malloc(20); snprintf(p, 20, "%s", s); return p; }
static int value(void) { int x __attribute__((__cleanup__(say))) = 5; return x; }
static struct s big(int n) { struct s v __attribute__((cleanup(wipe))) = {{n}}; v.a[9] = n; return v; }
static int order(int n) {
  auto_free char *a = copy("a"), *b = copy("b");
  auto_free str c = copy("c");
  if (n == 1) return freed;
  {
    int __attribute__((cleanup(say))) inner = 20;
    if (n == 2) return inner;
    if (n == 3) goto out;
  }
  printf("between\n");
out:
  printf("out\n");
  return 0;
}
static void loops(void) {
  for (int i __attribute__((cleanup(say))) = 0; i < 4; i++) {
    int k __attribute__((cleanup(say))) = 10 * i;
    if (i == 1) continue;
    if (i == 3) break;
    printf("body %d\n", k);
  }
  int n = 0;
again:;
  int z __attribute__((cleanup(say))) = 100 + n;
  if (n++ < 2) goto again;
  switch (n) { case 3: { int q __attribute__((cleanup(say))) = 7; break; } default: break; }
  int r = ({ int t __attribute__((cleanup(say))) = 8; t + 1; });
  printf("r %d\n", r);
  static int st __attribute__((cleanup(say))) = 99;
}
static int fall(void) { int x __attribute__((cleanup(say))) = 1; (void)x; return 2; }
static void nothing(void) { int x __attribute__((cleanup(say))) = 3; if (x) { return; } }
int main(void) {
  printf("%d\n", value());
  printf("%d\n", big(4).a[9]);
  for (int i = 0; i < 4; i++) printf("%d\n", order(i));
  loops(); fall(); nothing();
  return 0;
}
