#include <stdio.h>
#include <string.h>
#include <stdlib.h>
static void addv(size_t n, double *restrict o, const double *restrict a, const double *restrict b) { for (size_t i = 0; i < n; i++) o[i] = a[i] + b[i]; }
static void scale(int n, float *restrict v, float k) { float *e = v + n; while (v < e) *v++ *= k; }
static char *app(char *restrict d, const char *restrict s) { while ((*d = *s)) d++, s++; return d; }
static void fill(int n, int *restrict p, int *restrict q) { for (int i = 0; i < n; i++) { p[i] = i; q[i] = 2 * i; } }
struct img { int w, h; unsigned char *restrict px; };
static void blur(struct img *d, const struct img *s) { for (int y = 0; y < s->h; y++) for (int x = 1; x + 1 < s->w; x++) d->px[y * d->w + x] = (unsigned char)((s->px[y * s->w + x - 1] + s->px[y * s->w + x] + s->px[y * s->w + x + 1]) / 3); }
static double dot(int n, const double *restrict a, const double *restrict b) { double s = 0; while (n-- > 0) s += *a++ * *b++; return s; }
static int *restrict g; static void setg(int *p) { g = p; } static int useg(void) { int s = 0; for (int i = 0; i < 4; i++) s += g[i]; g[0] = s; return g[0]; }
static void rows(int n, int (*restrict a)[n], int (*restrict b)[n]) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i][j] = b[j][i]; }
int main(void) { double a[4] = {1, 2, 3, 4}, o[4]; addv(4, o, a, a); printf("%g %g\n", o[3], dot(4, a, a)); float f[3] = {1, 2, 3}; scale(3, f, 2); printf("%g\n", f[2]); char b[16]; char *e = app(b, "ab"); app(e, "cd"); puts(b); int p[8]; fill(4, p, p + 4); printf("%d\n", p[7]); unsigned char x[8] = {0, 3, 6, 9, 1, 1, 1, 1}, y[8] = {0}; struct img s = {4, 2, x}, d = {4, 2, y}; blur(&d, &s); printf("%d\n", y[1]); int z[4] = {1, 2, 3, 4}; setg(z); printf("%d\n", useg()); { int *restrict q = z; q[1] = 9; int t = q[1] + q[2]; printf("%d\n", t); } z[1] = 0; int m[2][2] = {{1, 2}, {3, 4}}, n[2][2]; rows(2, n, m); printf("%d\n", n[0][1]); char w[32] = "abc"; memcpy(w + 4, w, 4); strcpy(w + 8, w + 4); memmove(w + 1, w, 4); puts(w); int *restrict r1 = malloc(8), *restrict r2 = malloc(8); r1[0] = r2[0] = 1; r1[1] = r2[0]; printf("%d\n", r1[1]); free(r1); free(r2); return 0; }
