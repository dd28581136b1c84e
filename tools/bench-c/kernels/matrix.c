/* Matrices of double on the heap, as a library would have them: product, transposition, Gauss elimination. */
#define DEFAULT_N 5
#include "harness.h"

struct matrix { int rows, cols; double *at; };

static struct matrix make(int rows, int cols) {
  struct matrix m = {rows, cols, malloc(sizeof(double) * (size_t)rows * (size_t)cols)};
  if (!m.at) abort();
  return m;
}

static struct matrix multiply(const struct matrix *a, const struct matrix *b) {
  struct matrix c = make(a->rows, b->cols);
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->cols; j++) {
      double s = 0;
      for (int k = 0; k < a->cols; k++) s += a->at[i * a->cols + k] * b->at[k * b->cols + j];
      c.at[i * c.cols + j] = s;
    }
  return c;
}

static struct matrix transpose(const struct matrix *a) {
  struct matrix t = make(a->cols, a->rows);
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < a->cols; j++) t.at[j * t.cols + i] = a->at[i * a->cols + j];
  return t;
}

static double determinant(struct matrix *a) {
  double det = 1;
  for (int i = 0; i < a->rows; i++) {
    int p = i;
    for (int k = i + 1; k < a->rows; k++) {
      double x = a->at[k * a->cols + i], y = a->at[p * a->cols + i];
      if ((x < 0 ? -x : x) > (y < 0 ? -y : y)) p = k;
    }
    if (a->at[p * a->cols + i] == 0) return 0;
    if (p != i) {
      det = -det;
      for (int k = 0; k < a->cols; k++) {
        double t = a->at[i * a->cols + k];
        a->at[i * a->cols + k] = a->at[p * a->cols + k];
        a->at[p * a->cols + k] = t;
      }
    }
    det *= a->at[i * a->cols + i];
    for (int k = i + 1; k < a->rows; k++) {
      double f = a->at[k * a->cols + i] / a->at[i * a->cols + i];
      for (int j = i; j < a->cols; j++) a->at[k * a->cols + j] -= f * a->at[i * a->cols + j];
    }
  }
  return det;
}

static NOINLINE u64 kernel(u32 n) {
  u64 sum = 0;
  for (u32 r = 0; r < n; r++) {
    struct matrix a = make(40, 40);
    for (int i = 0; i < 40 * 40; i++) a.at[i] = (double)((i * 37 + (int)(r & 7) + i / 7) % 11) - 5.0;
    struct matrix t = transpose(&a), p = multiply(&a, &t);
    for (int i = 0; i < 40; i++) p.at[i * 40 + i] += 1.0;
    for (int i = 0; i < 40 * 40; i++) sum = sum * 31 + (u64)(int64_t)p.at[i];
    for (int i = 0; i < 40 * 40; i++) a.at[i] /= 16.0;
    double d = determinant(&a);
    sum += d > 0 ? 1 : d < 0 ? 2 : 3;
    free(a.at); free(t.at); free(p.at);
  }
  return sum;
}
