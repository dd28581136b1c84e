/* A corner of the language, with what gcc prints as the expected output. */
#include <stdio.h>
#include <string.h>
#include <alloca.h>
#include <stdint.h>
struct node { struct node *next; int v; };
static int chain(int n) { struct node *head = 0; for (int i = 0; i < n; i++) { struct node *k = alloca(sizeof *k); k->v = i * i; k->next = head; head = k; } int s = 0; for (; head; head = head->next) s = s * 3 + head->v; return s; }
static char *join(char *out, const char *a, const char *b) { char *t = __builtin_alloca(strlen(a) + strlen(b) + 1); strcpy(t, a); strcat(t, b); return strcpy(out, t); }
static int rec(int n) { int *p = alloca(n * sizeof *p); p[0] = n; p[n - 1] += 0; return n > 1 ? rec(n - 1) + p[0] : p[0]; }
static int mixed(int n) { int v[n]; char *a = alloca(16); v[0] = 1; { int w[n + 1]; w[n] = 5; v[0] += w[n]; } memset(a, 1, 16); a[0] += v[0]; return a[0] + a[15]; }
int main(void) {
  printf("%d\n", chain(6)); char b[32]; printf("%s\n", join(b, "left-", "right")); printf("%d\n", mixed(3));
  int *keep[4]; for (int i = 0; i < 4; i++) { keep[i] = alloca(sizeof(int)); *keep[i] = i + 10; } int t = 0; for (int i = 0; i < 4; i++) t += *keep[i]; printf("%d\n", t);
  char *last = alloca(1); *last = 'z'; for (int i = 0; i < 3; i++) { char *s = alloca(i + 2); memset(s, 'a' + i, i + 1); s[i + 1] = 0; printf("%s%c ", s, *last); } printf("\n%d\n", (int)((uintptr_t)alloca(3) % 16)); (void)rec; return 0; }
