#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { int r, c; double d[]; } mat;
static mat *mk(int r, int c) { mat *m = malloc(sizeof *m + sizeof(double) * (size_t)r * (size_t)c); if (!m) abort(); m->r = r; m->c = c; memset(m->d, 0, sizeof(double) * (size_t)r * (size_t)c); return m; }
#define AT(m, i, j) ((m)->d[(i) * (m)->c + (j)])
static mat *mul(const mat *a, const mat *b) { mat *o = mk(a->r, b->c); for (int i = 0; i < a->r; i++) for (int j = 0; j < b->c; j++) { double s = 0; for (int k = 0; k < a->c; k++) s += AT(a, i, k) * AT(b, k, j); AT(o, i, j) = s; } return o; }
static void transpose(int n, int m, double a[n][m], double b[m][n]) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) b[j][i] = a[i][j]; }
static double det(int n, double a[n][n]) { double d = 1; for (int i = 0; i < n; i++) { int p = i; for (int k = i + 1; k < n; k++) if (a[k][i] * a[k][i] > a[p][i] * a[p][i]) p = k; if (a[p][i] == 0) return 0; if (p != i) { double t[n]; memcpy(t, a[p], sizeof t); memcpy(a[p], a[i], sizeof t); memcpy(a[i], t, sizeof t); d = -d; } d *= a[i][i]; for (int k = i + 1; k < n; k++) { double f = a[k][i] / a[i][i]; for (int j = i; j < n; j++) a[k][j] -= f * a[i][j]; } } return d; }
int main(void) { mat *a = mk(2, 3), *b = mk(3, 2); for (int i = 0; i < 6; i++) a->d[i] = b->d[5 - i] = i; mat *c = mul(a, b); for (double *p = c->d, *e = c->d + c->r * c->c; p != e; ++p) printf("%g ", *p); puts("");
 double x[2][3] = {{1, 2, 3}, {4, 5, 6}}, y[3][2]; transpose(2, 3, x, y); printf("%g %g\n", y[2][1], y[0][1]); double z[3][3] = {{2, 0, 1}, {1, 3, 2}, {1, 1, 1}}; printf("%g\n", det(3, z));
 double (*rows)[3] = malloc(2 * sizeof *rows); for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) rows[i][j] = x[i][j]; double (*q)[3] = rows; double s = 0; for (; q < rows + 2; q++) for (double *p = *q; p < *q + 3; p++) s += *p; printf("%g\n", s); free(rows); free(a); free(b); free(c); return 0; }
