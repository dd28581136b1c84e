/* Recursive quicksort of signed ints by the median of three, insertion sort below eight. */
#define DEFAULT_N 10
#include "harness.h"

static int a[256];

static NOINLINE void insertion(int *p, int n) {
  for (int i = 1; i < n; i++) {
    int x = p[i], j = i - 1;
    while (j >= 0 && p[j] > x) {
      p[j + 1] = p[j];
      j--;
    }
    p[j + 1] = x;
  }
}

static NOINLINE void sort(int *p, int lo, int hi) {
  if (hi - lo < 8) {
    insertion(p + lo, hi - lo + 1);
    return;
  }
  int x = p[lo], y = p[(lo + hi) / 2], z = p[hi];
  int pivot = x < y ? (y < z ? y : x < z ? z : x) : (x < z ? x : y < z ? z : y);
  int i = lo, j = hi;
  while (i <= j) {
    while (p[i] < pivot) i++;
    while (p[j] > pivot) j--;
    if (i <= j) {
      int t = p[i];
      p[i++] = p[j];
      p[j--] = t;
    }
  }
  sort(p, lo, j);
  sort(p, i, hi);
}

static NOINLINE u64 kernel(u32 n) {
  u64 h = 0;
  u32 x = 99;
  for (u32 r = 0; r < n; r++) {
    for (int i = 0; i < 256; i++) {
      x = x * 1664525 + 1013904223;
      a[i] = (int)x >> 8;
    }
    sort(a, 0, 255);
    for (int i = 0; i < 256; i += 15) h = h * 31 + (u64)(long)a[i];
  }
  return h;
}
