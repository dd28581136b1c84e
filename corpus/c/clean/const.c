#include <stdio.h>
#include <string.h>
#include <stdlib.h>
static const char *const days[] = {"mon", "tue"};
static int dbl(int x) { return 2 * x; } static int sq(int x) { return x * x; }
static const struct { const char *n; int (*f)(int); } ftab[] = {{"dbl", dbl}, {"sq", sq}};
struct conf { const int id; char name[8]; }; 
static const char *lookup(const char *k) { static const char data[] = "a=1\0b=2\0"; for (const char *p = data; *p; p += strlen(p) + 1) { size_t n = strcspn(p, "="); if (strlen(k) == n && !memcmp(p, k, n)) return p + n + 1; } return NULL; }
static char *nonconst(const char *s) { return (char *)s; }
static void mut(char *s) { s[0] = 'X'; }
static int total(const int *restrict v, size_t n) { int t = 0; for (const int *p = v; p != v + n; ++p) t += *p; return t; }
static volatile int hw; static int poll_(void) { hw = 3; return hw + 1; }
static size_t cnt(const char *s, char c) { size_t n = 0; while ((s = strchr(s, c))) n++, s++; return n; }
int main(void) { for (size_t i = 0; i < 2; i++) printf("%s %d\n", ftab[i].n, ftab[i].f(3)); struct conf c = {4, "abc"}; strcpy(c.name, "xy"); struct conf *h = malloc(sizeof *h); memcpy(h, &c, sizeof c); h->name[0] = 'q'; printf("%d %s\n", h->id, h->name); free(h); char buf[] = "mut"; mut(nonconst(buf)); puts(buf); printf("%s %s\n", lookup("b"), days[1]); const int v[] = {1, 2, 3}; printf("%d %d %zu\n", total(v, 3), poll_(), cnt("banana", 'a')); const char *s = "literal"; const char *t = s + strlen(s); while (t > s && t[-1] != 't') t--; puts(t); char arr[3] = "abc"; printf("%.3s %d\n", arr, memcmp(arr, "abc", 3)); char *const fixed = buf; fixed[1] = 'u'; const char **pp = (const char *[]){"p", "q", NULL}; while (*pp) fputs(*pp++, stdout); puts(""); register int r = 3; auto int aa = r; printf("%d\n", aa); static int calls; if (calls++ == 0) main(); return 0; }
