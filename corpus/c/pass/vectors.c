/* Vectors of GNU C: comparisons, shuffles, conversions, elements. */
typedef float v4f __attribute__((vector_size(16)));
typedef int v4i __attribute__((vector_size(16)));
typedef short v8s __attribute__((vector_size(16)));
typedef double v2d __attribute__((vector_size(16)));
typedef long long v2l __attribute__((vector_size(16)));
int printf(const char*,...);
static v4f addf(v4f a, v4f b) { return a + b * 2.0f; }
int main(void){
  v4f a = {1,2,3,4}, b = {4,3,2,1};
  v4i m = a < b;
  printf("%d %d %d %d\n", m[0], m[1], m[2], m[3]);
  v4f c = addf(a,b);
  printf("%g %g\n", c[0], c[3]);
  m[2] = 7; m += 1; m = m << 2;
  printf("%d %d %d %d\n", m[0], m[1], m[2], m[3]);
  v4i s = __builtin_shuffle(m, (v4i){3,2,1,0});
  printf("%d %d %d %d\n", s[0], s[1], s[2], s[3]);
  s = __builtin_shuffle(m, s, (v4i){0,4,1,5});
  printf("%d %d %d %d\n", s[0], s[1], s[2], s[3]);
  v4i t = __builtin_shufflevector(m, s, 0, 7, 2, 5);
  printf("%d %d %d %d\n", t[0], t[1], t[2], t[3]);
  v4f cv = __builtin_convertvector(t, v4f);
  printf("%g %g\n", cv[0], cv[3]);
  v2d d = {1.5, 2.5}; v2l dl = d == (v2d){1.5,1.5};
  printf("%lld %lld\n", dl[0], dl[1]);
  return 0;
}
