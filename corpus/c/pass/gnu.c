/* Builtins of GNU C on complex numbers, sizes of objects and overflow. */
#include <complex.h>
int printf(const char*,...);
static int isc(int x){ return __builtin_constant_p(x); }
struct s { int a[4]; char b[8]; };
int main(void){
  double _Complex z = 3.0 + 4.0i; float _Complex w = 1.0f - 2.0if;
  double _Complex c = __builtin_conj(z); float _Complex d = __builtin_conjf(w);
  printf("%g %g %g %g\n", __builtin_creal(c), __builtin_cimag(c), (double)__builtin_crealf(d), (double)__builtin_cimagf(d));
  printf("%g %g\n", creal(conj(z)), cimag(conj(z)));
  char buf[10]; struct s s; char *p = buf + 3;
  printf("%d %d %d\n", (int)__builtin_object_size(buf,0), (int)__builtin_object_size(&s.a[1],0), (int)__builtin_object_size(&s.a[1],1));
  printf("%d %d\n", (int)__builtin_object_size(buf+4,0), (int)__builtin_object_size(s.b,1));
  printf("%d %d %d\n", __builtin_add_overflow_p(127, 1, (signed char)0), __builtin_mul_overflow_p(1<<30, 4, 0L), __builtin_sub_overflow_p(0u,1u,0u));
  printf("%d %d %d %d %d\n", __builtin_classify_type(1), __builtin_classify_type(1.0), __builtin_classify_type(p), __builtin_classify_type(s), __builtin_classify_type(z));
  printf("%d\n", __builtin_constant_p(3+4) + __builtin_constant_p("a"));
  printf("%d\n", __builtin_isinf_sign(-__builtin_inf()));
  printf("%d %d\n", __builtin_fpclassify(0,1,2,3,4,1.0), __builtin_fpclassify(0,1,2,3,4,0.0));
  printf("%d\n", __builtin_signbitf(-0.0f));
  return 0;
}
