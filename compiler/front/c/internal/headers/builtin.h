#define __extension__
#define __typeof__(...) __typeof__(*(__typeof__(__VA_ARGS__) *)0)
#define __typeof(...) __typeof__(__VA_ARGS__)
#define typeof(...) __typeof__(__VA_ARGS__)
#define _Static_assert(...) _Static_assert(1 ? 1 : __VA_ARGS__)
#define __restrict_arr restrict
#define __FUNCTION__ __func__
#define __PRETTY_FUNCTION__ __func__
typedef struct __va_list_tag { unsigned gp_offset, fp_offset; void *overflow_arg_area, *reg_save_area; } __builtin_va_list[1];
#define __builtin_va_list __builtin_va_list
void *__builtin_va_arg_impl();
void __builtin_va_start();
void __builtin_va_end();
void __builtin_va_copy();
int __builtin_va_arg_pack(), __builtin_va_arg_pack_len();
#define __builtin_va_arg(va, type) (*(type*)__builtin_va_arg_impl(va))
#define __builtin_offsetof(type, member) ((__SIZE_TYPE__)&(((type*)0)->member))
int __tuffy_types_compatible_p();
#define __builtin_types_compatible_p(t1, t2) __tuffy_types_compatible_p(_Alignof(t1), _Alignof(t2))
#define __builtin_complex(x, y) (((union { __typeof__(_Generic((x) + 0.0F, float : (float _Complex)0, double : (double _Complex)0, long double : (long double _Complex)0)) z; __typeof__((x) + 0.0F) part[2]; }){ .part = { (x), (y) } }).z)
#define __builtin_bit_cast(type, expr) (((union { __typeof__(expr) from; type to; }){ .from = (expr) }).to)
typedef __SIZE_TYPE__ __predefined_size_t;
typedef __WCHAR_TYPE__ __predefined_wchar_t;
typedef __PTRDIFF_TYPE__ __predefined_ptrdiff_t;
int __predefined_declarator;
extern int $;
enum { $t = 1 };
__SIZE_TYPE__ __builtin_object_size(const void *p, int i);
__SIZE_TYPE__ __builtin_dynamic_object_size(const void *p, int i);
__SIZE_TYPE__ __builtin_strcspn(const char *s, const char *reject);
__SIZE_TYPE__ __builtin_strlen(const char *s);
__SIZE_TYPE__ __builtin_strspn(const char *s, const char *accept);
__UINT16_TYPE__ __builtin_bswap16(__UINT16_TYPE__ x);
__UINT32_TYPE__ __builtin_bswap32(__UINT32_TYPE__ x);
__UINT64_TYPE__ __builtin_bswap64(__UINT64_TYPE__ x);
char *__builtin_strcat(char *dest, const char *src);
char *__builtin_strchr(const char *s, int c);
char *__builtin_index(const char *s, int c);
char *__builtin_rindex(const char *s, int c);
char *__builtin_strcpy(char *dest, const char *src);
char *__builtin_stpcpy(char *dest, const char *src);
char *__builtin_strdup(const char *s);
char *__builtin_strndup(const char *s, __SIZE_TYPE__ n);
char *__builtin_strncat(char *dest, const char *src, __SIZE_TYPE__ n);
char *__builtin_strncpy(char *dest, const char *src, __SIZE_TYPE__ n);
char *__builtin_strpbrk(const char *s, const char *accept);
char *__builtin_strrchr(const char *s, int c);
char *__builtin_strstr(const char *haystack, const char *needle);
int __builtin_memcmp(const void *s1, const void *s2, __SIZE_TYPE__ n);
int __builtin_bcmp(const void *s1, const void *s2, __SIZE_TYPE__ n);
void __builtin_bzero(void *s, __SIZE_TYPE__ n);
void __builtin_bcopy(const void *s, void *d, __SIZE_TYPE__ n);
int __builtin_strcmp(const char *s1, const char *s2);
int __builtin_strncmp(const char *s1, const char *s2, __SIZE_TYPE__ n);
int __builtin_strcasecmp(const char *s1, const char *s2);
int __builtin_strncasecmp(const char *s1, const char *s2, __SIZE_TYPE__ n);
int __builtin_tolower(int c);
int __builtin_toupper(int c);
int __builtin_isalnum(int c); int __builtin_isalpha(int c); int __builtin_isblank(int c); int __builtin_iscntrl(int c);
int __builtin_isdigit(int c); int __builtin_isgraph(int c); int __builtin_islower(int c); int __builtin_isprint(int c);
int __builtin_ispunct(int c); int __builtin_isspace(int c); int __builtin_isupper(int c); int __builtin_isxdigit(int c);
void *__builtin_alloca(__SIZE_TYPE__ size);
void *__builtin_alloca_with_align(__SIZE_TYPE__ size, __SIZE_TYPE__ align);
void *__builtin_calloc(__SIZE_TYPE__ nmemb, __SIZE_TYPE__ size);
void *__builtin_malloc(__SIZE_TYPE__ size);
void *__builtin_realloc(void *ptr, __SIZE_TYPE__ size);
void __builtin_free(void *ptr);
void *__builtin_memchr(const void *s, int c, __SIZE_TYPE__ n);
void *__builtin_memcpy(void *dest, const void *src, __SIZE_TYPE__ n);
void *__builtin_mempcpy(void *dest, const void *src, __SIZE_TYPE__ n);
void *__builtin_memmove(void *dest, const void *src, __SIZE_TYPE__ n);
void *__builtin_memset(void *s, int c, __SIZE_TYPE__ n);
void *__builtin___memcpy_chk(void *d, const void *s, __SIZE_TYPE__ n, __SIZE_TYPE__ k);
void *__builtin___memmove_chk(void *d, const void *s, __SIZE_TYPE__ n, __SIZE_TYPE__ k);
void *__builtin___mempcpy_chk(void *d, const void *s, __SIZE_TYPE__ n, __SIZE_TYPE__ k);
void *__builtin___memset_chk(void *d, int c, __SIZE_TYPE__ n, __SIZE_TYPE__ k);
char *__builtin___strcpy_chk(char *d, const char *s, __SIZE_TYPE__ k);
char *__builtin___stpcpy_chk(char *d, const char *s, __SIZE_TYPE__ k);
char *__builtin___strcat_chk(char *d, const char *s, __SIZE_TYPE__ k);
char *__builtin___strncpy_chk(char *d, const char *s, __SIZE_TYPE__ n, __SIZE_TYPE__ k);
char *__builtin___strncat_chk(char *d, const char *s, __SIZE_TYPE__ n, __SIZE_TYPE__ k);
char *__builtin___stpncpy_chk(char *d, const char *s, __SIZE_TYPE__ n, __SIZE_TYPE__ k);
int __builtin___printf_chk(int flag, const char *format, ...);
int __builtin___fprintf_chk(void *stream, int flag, const char *format, ...);
int __builtin___vprintf_chk(int flag, const char *format, __builtin_va_list ap);
int __builtin___vfprintf_chk(void *stream, int flag, const char *format, __builtin_va_list ap);
int __builtin___sprintf_chk(char *s, int flag, __SIZE_TYPE__ k, const char *format, ...);
int __builtin___snprintf_chk(char *s, __SIZE_TYPE__ n, int flag, __SIZE_TYPE__ k, const char *format, ...);
int __builtin___vsprintf_chk(char *s, int flag, __SIZE_TYPE__ k, const char *format, __builtin_va_list ap);
int __builtin___vsnprintf_chk(char *s, __SIZE_TYPE__ n, int flag, __SIZE_TYPE__ k, const char *format, __builtin_va_list ap);
int __builtin_printf(const char *format, ...);
int __builtin_fprintf(void *stream, const char *format, ...);
int __builtin_sprintf(char *str, const char *format, ...);
int __builtin_snprintf(char *str, __SIZE_TYPE__ size, const char *format, ...);
int __builtin_scanf(const char *format, ...);
int __builtin_sscanf(const char *str, const char *format, ...);
int __builtin_vprintf(const char *format, __builtin_va_list ap);
int __builtin_vfprintf(void *stream, const char *format, __builtin_va_list ap);
int __builtin_vsprintf(char *str, const char *format, __builtin_va_list ap);
int __builtin_vsnprintf(char *str, __SIZE_TYPE__ size, const char *format, __builtin_va_list ap);
int __builtin_printf_unlocked(const char *format, ...);
int __builtin_fprintf_unlocked(void *stream, const char *format, ...);
int __builtin_putchar(int c);
int __builtin_puts(const char *s);
int __builtin_fputc(int c, void *stream);
int __builtin_fputs(const char *s, void *stream);
__SIZE_TYPE__ __builtin_fwrite(const void *p, __SIZE_TYPE__ size, __SIZE_TYPE__ n, void *stream);
void __builtin_abort(void);
void __builtin_exit(int status);
void __builtin__exit(int status);
void __builtin_unreachable(void);
void __builtin_trap(void);
void __builtin_prefetch(const void *, ...);
void __builtin___clear_cache(void *, void *);
void *__builtin_frame_address(unsigned);
void __builtin_ia32_pause(void);
void __builtin_ia32_clflush(const void *);
void __builtin_ia32_lfence(void);
void __builtin_ia32_mfence(void);
void __builtin_ia32_sfence(void);
void *__builtin_return_address(unsigned);
void *__builtin_extract_return_addr(void *);
void *__builtin_assume_aligned(const void *, __SIZE_TYPE__, ...);
long __builtin_expect(long, long);
long __builtin_expect_with_probability(long, long, double);
int __builtin_abs(int j);
long __builtin_labs(long j);
long long __builtin_llabs(long long j);
__INTMAX_TYPE__ __builtin_imaxabs(__INTMAX_TYPE__ j);
int __builtin_toascii(int c); int __builtin_isascii(int c);
int __builtin_iswalnum(unsigned c); int __builtin_iswalpha(unsigned c); int __builtin_iswdigit(unsigned c); int __builtin_iswspace(unsigned c); int __builtin_iswlower(unsigned c); int __builtin_iswupper(unsigned c); int __builtin_iswpunct(unsigned c);
unsigned __builtin_towlower(unsigned c); unsigned __builtin_towupper(unsigned c);
char *__builtin_stpncpy(char *d, const char *s, __SIZE_TYPE__ n);
__SIZE_TYPE__ __builtin_strnlen(const char *s, __SIZE_TYPE__ n);
void *__builtin_aligned_alloc(__SIZE_TYPE__ align, __SIZE_TYPE__ size);
int __builtin_posix_memalign(void **p, __SIZE_TYPE__ align, __SIZE_TYPE__ size);
void __builtin__Exit(int status);
int __builtin_fork(void);
int __builtin_vscanf(const char *format, __builtin_va_list ap); int __builtin_vsscanf(const char *s, const char *format, __builtin_va_list ap);
int __builtin_clz(unsigned x); int __builtin_clzl(unsigned long x); int __builtin_clzll(unsigned long long x);
int __builtin_ctz(unsigned x); int __builtin_ctzl(unsigned long x); int __builtin_ctzll(unsigned long long x);
int __builtin_ffs(int x); int __builtin_ffsl(long x); int __builtin_ffsll(long long x);
int __builtin_clrsb(int x); int __builtin_clrsbl(long x); int __builtin_clrsbll(long long x);
int __builtin_popcount(unsigned x); int __builtin_popcountl(unsigned long x); int __builtin_popcountll(unsigned long long x);
int __builtin_parity(unsigned x); int __builtin_parityl(unsigned long x); int __builtin_parityll(unsigned long long x);
_Bool __builtin_sadd_overflow(int, int, int *); _Bool __builtin_saddl_overflow(long, long, long *); _Bool __builtin_saddll_overflow(long long, long long, long long *);
_Bool __builtin_ssub_overflow(int, int, int *); _Bool __builtin_ssubl_overflow(long, long, long *); _Bool __builtin_ssubll_overflow(long long, long long, long long *);
_Bool __builtin_smul_overflow(int, int, int *); _Bool __builtin_smull_overflow(long, long, long *); _Bool __builtin_smulll_overflow(long long, long long, long long *);
_Bool __builtin_uadd_overflow(unsigned, unsigned, unsigned *); _Bool __builtin_uaddl_overflow(unsigned long, unsigned long, unsigned long *); _Bool __builtin_uaddll_overflow(unsigned long long, unsigned long long, unsigned long long *);
_Bool __builtin_usub_overflow(unsigned, unsigned, unsigned *); _Bool __builtin_usubl_overflow(unsigned long, unsigned long, unsigned long *); _Bool __builtin_usubll_overflow(unsigned long long, unsigned long long, unsigned long long *);
_Bool __builtin_umul_overflow(unsigned, unsigned, unsigned *); _Bool __builtin_umull_overflow(unsigned long, unsigned long, unsigned long *); _Bool __builtin_umulll_overflow(unsigned long long, unsigned long long, unsigned long long *);
double __builtin_huge_val(void); float __builtin_huge_valf(void); long double __builtin_huge_vall(void);
double __builtin_inf(void); float __builtin_inff(void); long double __builtin_infl(void);
double __builtin_nan(const char *); float __builtin_nanf(const char *); long double __builtin_nanl(const char *);
#define __TUFFY_MATH1(name) double __builtin_##name(double); float __builtin_##name##f(float); long double __builtin_##name##l(long double);
#define __TUFFY_MATH2(name) double __builtin_##name(double, double); float __builtin_##name##f(float, float); long double __builtin_##name##l(long double, long double);
__TUFFY_MATH1(acos) __TUFFY_MATH1(asin) __TUFFY_MATH1(atan) __TUFFY_MATH1(ceil) __TUFFY_MATH1(cos) __TUFFY_MATH1(cosh)
__TUFFY_MATH1(exp) __TUFFY_MATH1(exp2) __TUFFY_MATH1(fabs) __TUFFY_MATH1(floor) __TUFFY_MATH1(log) __TUFFY_MATH1(log10) __TUFFY_MATH1(log2)
__TUFFY_MATH1(rint) __TUFFY_MATH1(nearbyint) __TUFFY_MATH1(round) __TUFFY_MATH1(sin) __TUFFY_MATH1(sinh) __TUFFY_MATH1(sqrt)
__TUFFY_MATH1(acosh) __TUFFY_MATH1(asinh) __TUFFY_MATH1(atanh) __TUFFY_MATH1(erf) __TUFFY_MATH1(erfc) __TUFFY_MATH1(lgamma)
__TUFFY_MATH1(tgamma) __TUFFY_MATH1(logb) __TUFFY_MATH1(exp10) __TUFFY_MATH1(roundeven) __TUFFY_MATH1(significand)
__TUFFY_MATH1(j0) __TUFFY_MATH1(j1) __TUFFY_MATH1(y0) __TUFFY_MATH1(y1)
__TUFFY_MATH2(fdim) __TUFFY_MATH2(drem) __TUFFY_MATH2(nextafter) __TUFFY_MATH2(remainder)
__TUFFY_MATH1(tan) __TUFFY_MATH1(tanh) __TUFFY_MATH1(trunc) __TUFFY_MATH1(cbrt) __TUFFY_MATH1(expm1) __TUFFY_MATH1(log1p)
__TUFFY_MATH2(atan2) __TUFFY_MATH2(copysign) __TUFFY_MATH2(fmod) __TUFFY_MATH2(pow) __TUFFY_MATH2(fmax) __TUFFY_MATH2(fmin) __TUFFY_MATH2(hypot)
double __builtin_fma(double, double, double); float __builtin_fmaf(float, float, float); long double __builtin_fmal(long double, long double, long double);
double __builtin_ldexp(double x, int exp); float __builtin_ldexpf(float x, int exp); long double __builtin_ldexpl(long double x, int exp);
double __builtin_frexp(double x, int *exp); float __builtin_frexpf(float x, int *exp); long double __builtin_frexpl(long double x, int *exp);
double __builtin_modf(double x, double *p); float __builtin_modff(float x, float *p); long double __builtin_modfl(long double x, long double *p);
long __builtin_lrint(double); long __builtin_lround(double); long long __builtin_llrint(double); long long __builtin_llround(double);
long __builtin_lrintf(float); long __builtin_lroundf(float); long long __builtin_llrintf(float); long long __builtin_llroundf(float);
long __builtin_lrintl(long double); long __builtin_lroundl(long double); long long __builtin_llrintl(long double); long long __builtin_llroundl(long double);
int __builtin_ilogb(double); int __builtin_ilogbf(float); int __builtin_ilogbl(long double);
double __builtin_scalbn(double, int); float __builtin_scalbnf(float, int); long double __builtin_scalbnl(long double, int);
double __builtin_scalbln(double, long); float __builtin_scalblnf(float, long); long double __builtin_scalblnl(long double, long);
double __builtin_remquo(double, double, int *); float __builtin_remquof(float, float, int *); long double __builtin_remquol(long double, long double, int *);
void __builtin_sincos(double, double *, double *); void __builtin_sincosf(float, float *, float *);
double __builtin_cabs(_Complex double); float __builtin_cabsf(_Complex float); double __builtin_carg(_Complex double); float __builtin_cargf(_Complex float);
_Complex double __builtin_cexp(_Complex double); _Complex double __builtin_csqrt(_Complex double); _Complex double __builtin_cpow(_Complex double, _Complex double);
int __builtin_finite(double); int __builtin_finitef(float);
int __builtin_signbit(double); int __builtin_signbitf(float); int __builtin_signbitl(long double);
int __builtin_isinff(float); int __builtin_isinfl(long double); int __builtin_isnanf(float); int __builtin_isnanl(long double); int __builtin_finitel(long double);
int __builtin_isinf_sign(double);
typedef _Complex long double __tuffy_complex_long_double;
#undef __TUFFY_MATH1
#undef __TUFFY_MATH2
#line 1
void *__tuffy_shuffle(), *__tuffy_shufflevector(), *__tuffy_convertvector();
#define __builtin_shuffle(a, ...) (*(__typeof__(a)*)__tuffy_shuffle(a, __VA_ARGS__))
#define __builtin_shufflevector(a, ...) (*(__typeof__(a)*)__tuffy_shufflevector(a, __VA_ARGS__))
#define __builtin_convertvector(a, type) (*(type*)__tuffy_convertvector((type*)0, a))
typedef signed char __tuffy_mask_1_8 __attribute__((vector_size(8))); typedef signed char __tuffy_mask_1_16 __attribute__((vector_size(16))); typedef signed char __tuffy_mask_1_32 __attribute__((vector_size(32))); typedef signed char __tuffy_mask_1_64 __attribute__((vector_size(64)));
typedef short __tuffy_mask_2_8 __attribute__((vector_size(8))); typedef short __tuffy_mask_2_16 __attribute__((vector_size(16))); typedef short __tuffy_mask_2_32 __attribute__((vector_size(32))); typedef short __tuffy_mask_2_64 __attribute__((vector_size(64)));
typedef int __tuffy_mask_4_8 __attribute__((vector_size(8))); typedef int __tuffy_mask_4_16 __attribute__((vector_size(16))); typedef int __tuffy_mask_4_32 __attribute__((vector_size(32))); typedef int __tuffy_mask_4_64 __attribute__((vector_size(64)));
typedef long __tuffy_mask_8_8 __attribute__((vector_size(8))); typedef long __tuffy_mask_8_16 __attribute__((vector_size(16))); typedef long __tuffy_mask_8_32 __attribute__((vector_size(32))); typedef long __tuffy_mask_8_64 __attribute__((vector_size(64)));
_Complex double __builtin_conj(_Complex double); double __builtin_creal(_Complex double), __builtin_cimag(_Complex double);
_Complex float __builtin_conjf(_Complex float); float __builtin_crealf(_Complex float), __builtin_cimagf(_Complex float);
_Complex long double __builtin_conjl(_Complex long double); long double __builtin_creall(_Complex long double), __builtin_cimagl(_Complex long double);
#define __builtin_fpclassify(nan, inf, normal, subnormal, zero, x) __extension__ ({ __typeof__(x) __tuffy_x = (x); __builtin_isnan(__tuffy_x) ? (nan) : __builtin_isinf_sign(__tuffy_x) ? (inf) : __tuffy_x == 0 ? (zero) : __builtin_isnormal(__tuffy_x) ? (normal) : (subnormal); })
#define __tuffy_powi(type, x, n) __extension__ ({ type __tuffy_x = (x); int __tuffy_n = (n); unsigned __tuffy_m = __tuffy_n < 0 ? -(unsigned)__tuffy_n : (unsigned)__tuffy_n; type __tuffy_y = __tuffy_m % 2 ? __tuffy_x : 1; while (__tuffy_m >>= 1) { __tuffy_x *= __tuffy_x; if (__tuffy_m % 2) __tuffy_y *= __tuffy_x; } __tuffy_n < 0 ? 1 / __tuffy_y : __tuffy_y; })
#define __builtin_powi(x, n) __tuffy_powi(double, x, n)
#define __builtin_powif(x, n) __tuffy_powi(float, x, n)
#define __builtin_powil(x, n) __tuffy_powi(long double, x, n)
long __builtin_speculation_safe_value(long, ...);
int __builtin_setjmp(void *);
void __builtin_longjmp(void *, int);
#define _Atomic(...) __VA_ARGS__ __attribute__((__tuffy_atomic__))
#define _AtomiQ __attribute__((__tuffy_atomic__))
#define __seg_fs __attribute__((__tuffy_seg_fs__))
#define __seg_gs __attribute__((__tuffy_seg_gs__))
