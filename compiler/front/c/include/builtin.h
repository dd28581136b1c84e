#define __extension__
#define __restrict_arr restrict
#define __FUNCTION__ __func__
#define __PRETTY_FUNCTION__ __func__
typedef struct __va_list_tag { unsigned gp_offset, fp_offset; void *overflow_arg_area, *reg_save_area; } __builtin_va_list[1];
#define __builtin_va_list __builtin_va_list
void *__builtin_va_arg_impl();
void __builtin_va_start();
void __builtin_va_end();
void __builtin_va_copy();
#define __builtin_va_arg(va, type) (*(type*)__builtin_va_arg_impl(va))
#define __builtin_offsetof(type, member) ((__SIZE_TYPE__)&(((type*)0)->member))
int __ccgo__types_compatible_p();
#define __builtin_types_compatible_p(t1, t2) __ccgo__types_compatible_p((t1){}, (t2){})
#define __builtin_bit_cast(type, expr) (((union { __typeof__(expr) from; type to; }){ .from = (expr) }).to)
typedef __SIZE_TYPE__ __predefined_size_t;
typedef __WCHAR_TYPE__ __predefined_wchar_t;
typedef __PTRDIFF_TYPE__ __predefined_ptrdiff_t;
int __predefined_declarator;
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
void *__builtin_return_address(unsigned);
void *__builtin_extract_return_addr(void *);
void *__builtin_assume_aligned(const void *, __SIZE_TYPE__, ...);
long __builtin_expect(long, long);
long __builtin_expect_with_probability(long, long, double);
int __builtin_abs(int j);
long __builtin_labs(long j);
long long __builtin_llabs(long long j);
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
double __builtin_nans(const char *); float __builtin_nansf(const char *);
#define __TUFFY_MATH1(name) double __builtin_##name(double); float __builtin_##name##f(float); long double __builtin_##name##l(long double);
#define __TUFFY_MATH2(name) double __builtin_##name(double, double); float __builtin_##name##f(float, float); long double __builtin_##name##l(long double, long double);
__TUFFY_MATH1(acos) __TUFFY_MATH1(asin) __TUFFY_MATH1(atan) __TUFFY_MATH1(ceil) __TUFFY_MATH1(cos) __TUFFY_MATH1(cosh)
__TUFFY_MATH1(exp) __TUFFY_MATH1(exp2) __TUFFY_MATH1(fabs) __TUFFY_MATH1(floor) __TUFFY_MATH1(log) __TUFFY_MATH1(log10) __TUFFY_MATH1(log2)
__TUFFY_MATH1(rint) __TUFFY_MATH1(nearbyint) __TUFFY_MATH1(round) __TUFFY_MATH1(sin) __TUFFY_MATH1(sinh) __TUFFY_MATH1(sqrt)
__TUFFY_MATH1(tan) __TUFFY_MATH1(tanh) __TUFFY_MATH1(trunc) __TUFFY_MATH1(cbrt) __TUFFY_MATH1(expm1) __TUFFY_MATH1(log1p)
__TUFFY_MATH2(atan2) __TUFFY_MATH2(copysign) __TUFFY_MATH2(fmod) __TUFFY_MATH2(pow) __TUFFY_MATH2(fmax) __TUFFY_MATH2(fmin) __TUFFY_MATH2(hypot)
double __builtin_fma(double, double, double); float __builtin_fmaf(float, float, float);
double __builtin_ldexp(double x, int exp); float __builtin_ldexpf(float x, int exp);
double __builtin_frexp(double x, int *exp); float __builtin_frexpf(float x, int *exp);
double __builtin_modf(double x, double *p); float __builtin_modff(float x, float *p);
long __builtin_lrint(double); long __builtin_lround(double); long long __builtin_llrint(double); long long __builtin_llround(double);
int __builtin_signbit(double); int __builtin_signbitf(float); int __builtin_signbitl(long double);
int __builtin_isinf_sign(double);
#undef __TUFFY_MATH1
#undef __TUFFY_MATH2
#line 1
