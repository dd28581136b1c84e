/* The intrinsics of SSE to SSE4.2, AES and PCLMULQDQ, element by element: what Intel's manual says of each. */
#ifndef _TUFFY_IMMINTRIN_H
#define _TUFFY_IMMINTRIN_H
typedef long long __m128i __attribute__((vector_size(16)));
typedef float __m128 __attribute__((vector_size(16)));
typedef double __m128d __attribute__((vector_size(16)));
typedef union {
	__m128i __v; __m128 __f; __m128d __d; signed char __b[16]; unsigned char __ub[16]; short __h[8]; unsigned short __uh[8];
	int __w[4]; unsigned __uw[4]; long long __q[2]; unsigned long long __uq[2]; float __ps[4]; double __pd[2];
} __tuffy_x;
#define __TUFFY_I static __inline__ __attribute__((__always_inline__, __unused__))

/* name(a, b): element __i of field __r is an expression of __a and __b */
#define __TUFFY_2(name, field, n, expr) __TUFFY_I __m128i name(__m128i __x, __m128i __y) { \
	__tuffy_x __a, __b, __r; __a.__v = __x; __b.__v = __y; for (int __i = 0; __i < n; __i++) __r.field[__i] = (expr); return __r.__v; }
#define __TUFFY_N(name, field, n, expr) __TUFFY_I __m128i name(__m128i __x, int __n) { \
	__tuffy_x __a, __r; __a.__v = __x; for (int __i = 0; __i < n; __i++) __r.field[__i] = (expr); return __r.__v; }
#define __TUFFY_F(name, type, member, field, n, expr) __TUFFY_I type name(type __x, type __y) { \
	__tuffy_x __a, __b, __r; __a.member = __x; __b.member = __y; for (int __i = 0; __i < n; __i++) __r.field[__i] = (expr); return __r.member; }

__TUFFY_I int __mm_clamp(int __v, int __lo, int __hi) { return __v < __lo ? __lo : __v > __hi ? __hi : __v; }

/* fences, hints, stores past the caches */
__TUFFY_I void _mm_lfence(void) { __atomic_thread_fence(__ATOMIC_ACQUIRE); }
__TUFFY_I void _mm_mfence(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
__TUFFY_I void _mm_sfence(void) { __atomic_thread_fence(__ATOMIC_RELEASE); }
__TUFFY_I void _mm_pause(void) {}
__TUFFY_I void _mm_clflush(void const *__p) {}
__TUFFY_I void _mm_stream_si32(int *__p, int __v) { __builtin_memcpy(__p, &__v, 4); }
__TUFFY_I void _mm_stream_si64(long long *__p, long long __v) { __builtin_memcpy(__p, &__v, 8); }
__TUFFY_I void _mm_stream_si128(__m128i *__p, __m128i __v) { *__p = __v; }
__TUFFY_I void _mm_stream_pd(double *__p, __m128d __v) { *(__m128d *)__p = __v; }

/* memory */
__TUFFY_I __m128i _mm_load_si128(__m128i const *__p) { return *__p; }
__TUFFY_I void _mm_store_si128(__m128i *__p, __m128i __v) { *__p = __v; }
__TUFFY_I __m128i _mm_loadu_si128(__m128i const *__p) { __m128i __r; __builtin_memcpy(&__r, __p, 16); return __r; }
__TUFFY_I __m128i _mm_lddqu_si128(__m128i const *__p) { __m128i __r; __builtin_memcpy(&__r, __p, 16); return __r; }
__TUFFY_I void _mm_storeu_si128(__m128i *__p, __m128i __v) { __builtin_memcpy(__p, &__v, 16); }
__TUFFY_I __m128i _mm_loadl_epi64(__m128i const *__p) { __tuffy_x __r; __r.__q[1] = 0; __builtin_memcpy(&__r, __p, 8); return __r.__v; }
__TUFFY_I void _mm_storel_epi64(__m128i *__p, __m128i __v) { __builtin_memcpy(__p, &__v, 8); }
__TUFFY_I __m128 _mm_loadu_ps(float const *__p) { __m128 __r; __builtin_memcpy(&__r, __p, 16); return __r; }
__TUFFY_I void _mm_storeu_ps(float *__p, __m128 __v) { __builtin_memcpy(__p, &__v, 16); }
__TUFFY_I __m128 _mm_load_ps(float const *__p) { return *(__m128 const *)__p; }
__TUFFY_I void _mm_store_ps(float *__p, __m128 __v) { *(__m128 *)__p = __v; }
__TUFFY_I __m128d _mm_loadu_pd(double const *__p) { __m128d __r; __builtin_memcpy(&__r, __p, 16); return __r; }
__TUFFY_I void _mm_storeu_pd(double *__p, __m128d __v) { __builtin_memcpy(__p, &__v, 16); }
__TUFFY_I __m128d _mm_load_pd(double const *__p) { return *(__m128d const *)__p; }
__TUFFY_I void _mm_store_pd(double *__p, __m128d __v) { *(__m128d *)__p = __v; }

/* constants */
__TUFFY_I __m128i _mm_setzero_si128(void) { return (__m128i){0, 0}; }
__TUFFY_I __m128 _mm_setzero_ps(void) { return (__m128){0, 0, 0, 0}; }
__TUFFY_I __m128d _mm_setzero_pd(void) { return (__m128d){0, 0}; }
__TUFFY_I __m128i _mm_set1_epi8(char __c) { __tuffy_x __r; for (int __i = 0; __i < 16; __i++) __r.__b[__i] = __c; return __r.__v; }
__TUFFY_I __m128i _mm_set1_epi16(short __c) { __tuffy_x __r; for (int __i = 0; __i < 8; __i++) __r.__h[__i] = __c; return __r.__v; }
__TUFFY_I __m128i _mm_set1_epi32(int __c) { __tuffy_x __r; for (int __i = 0; __i < 4; __i++) __r.__w[__i] = __c; return __r.__v; }
__TUFFY_I __m128i _mm_set1_epi64x(long long __c) { return (__m128i){__c, __c}; }
__TUFFY_I __m128 _mm_set1_ps(float __c) { return (__m128){__c, __c, __c, __c}; }
__TUFFY_I __m128d _mm_set1_pd(double __c) { return (__m128d){__c, __c}; }
__TUFFY_I __m128i _mm_set_epi64x(long long __h, long long __l) { return (__m128i){__l, __h}; }
__TUFFY_I __m128i _mm_set_epi32(int __d, int __c, int __b, int __a) { __tuffy_x __r = {.__w = {__a, __b, __c, __d}}; return __r.__v; }
__TUFFY_I __m128i _mm_setr_epi32(int __a, int __b, int __c, int __d) { __tuffy_x __r = {.__w = {__a, __b, __c, __d}}; return __r.__v; }
__TUFFY_I __m128i _mm_set_epi16(short __h, short __g, short __f, short __e, short __d, short __c, short __b, short __a) {
	__tuffy_x __r = {.__h = {__a, __b, __c, __d, __e, __f, __g, __h}}; return __r.__v; }
__TUFFY_I __m128i _mm_setr_epi16(short __a, short __b, short __c, short __d, short __e, short __f, short __g, short __h) {
	__tuffy_x __r = {.__h = {__a, __b, __c, __d, __e, __f, __g, __h}}; return __r.__v; }
__TUFFY_I __m128i _mm_set_epi8(char __p, char __o, char __n, char __m, char __l, char __k, char __j, char __i, char __h, char __g, char __f, char __e, char __d, char __c, char __b, char __a) {
	__tuffy_x __r = {.__b = {__a, __b, __c, __d, __e, __f, __g, __h, __i, __j, __k, __l, __m, __n, __o, __p}}; return __r.__v; }
__TUFFY_I __m128i _mm_setr_epi8(char __a, char __b, char __c, char __d, char __e, char __f, char __g, char __h, char __i, char __j, char __k, char __l, char __m, char __n, char __o, char __p) {
	__tuffy_x __r = {.__b = {__a, __b, __c, __d, __e, __f, __g, __h, __i, __j, __k, __l, __m, __n, __o, __p}}; return __r.__v; }
__TUFFY_I __m128 _mm_set_ps(float __d, float __c, float __b, float __a) { return (__m128){__a, __b, __c, __d}; }
__TUFFY_I __m128 _mm_setr_ps(float __a, float __b, float __c, float __d) { return (__m128){__a, __b, __c, __d}; }
__TUFFY_I __m128d _mm_set_pd(double __b, double __a) { return (__m128d){__a, __b}; }
#define _MM_SHUFFLE(d, c, b, a) (((d) << 6) | ((c) << 4) | ((b) << 2) | (a))

/* bits */
__TUFFY_2(_mm_and_si128, __uq, 2, __a.__uq[__i] & __b.__uq[__i])
__TUFFY_2(_mm_or_si128, __uq, 2, __a.__uq[__i] | __b.__uq[__i])
__TUFFY_2(_mm_xor_si128, __uq, 2, __a.__uq[__i] ^ __b.__uq[__i])
__TUFFY_2(_mm_andnot_si128, __uq, 2, ~__a.__uq[__i] & __b.__uq[__i])
__TUFFY_I int _mm_movemask_epi8(__m128i __x) { __tuffy_x __a; int __r = 0; __a.__v = __x; for (int __i = 0; __i < 16; __i++) __r |= (__a.__ub[__i] >> 7) << __i; return __r; }

/* arithmetic */
__TUFFY_2(_mm_add_epi8, __ub, 16, __a.__ub[__i] + __b.__ub[__i])
__TUFFY_2(_mm_add_epi16, __uh, 8, __a.__uh[__i] + __b.__uh[__i])
__TUFFY_2(_mm_add_epi32, __uw, 4, __a.__uw[__i] + __b.__uw[__i])
__TUFFY_2(_mm_add_epi64, __uq, 2, __a.__uq[__i] + __b.__uq[__i])
__TUFFY_2(_mm_sub_epi8, __ub, 16, __a.__ub[__i] - __b.__ub[__i])
__TUFFY_2(_mm_sub_epi16, __uh, 8, __a.__uh[__i] - __b.__uh[__i])
__TUFFY_2(_mm_sub_epi32, __uw, 4, __a.__uw[__i] - __b.__uw[__i])
__TUFFY_2(_mm_sub_epi64, __uq, 2, __a.__uq[__i] - __b.__uq[__i])
__TUFFY_2(_mm_adds_epi8, __b, 16, __mm_clamp(__a.__b[__i] + __b.__b[__i], -128, 127))
__TUFFY_2(_mm_adds_epu8, __ub, 16, __mm_clamp(__a.__ub[__i] + __b.__ub[__i], 0, 255))
__TUFFY_2(_mm_adds_epi16, __h, 8, __mm_clamp(__a.__h[__i] + __b.__h[__i], -32768, 32767))
__TUFFY_2(_mm_adds_epu16, __uh, 8, __mm_clamp(__a.__uh[__i] + __b.__uh[__i], 0, 65535))
__TUFFY_2(_mm_subs_epi8, __b, 16, __mm_clamp(__a.__b[__i] - __b.__b[__i], -128, 127))
__TUFFY_2(_mm_subs_epu8, __ub, 16, __mm_clamp(__a.__ub[__i] - __b.__ub[__i], 0, 255))
__TUFFY_2(_mm_subs_epi16, __h, 8, __mm_clamp(__a.__h[__i] - __b.__h[__i], -32768, 32767))
__TUFFY_2(_mm_subs_epu16, __uh, 8, __mm_clamp(__a.__uh[__i] - __b.__uh[__i], 0, 65535))
__TUFFY_2(_mm_mullo_epi16, __uh, 8, (unsigned)__a.__uh[__i] * __b.__uh[__i])
__TUFFY_2(_mm_mulhi_epi16, __h, 8, __a.__h[__i] * __b.__h[__i] >> 16)
__TUFFY_2(_mm_mulhi_epu16, __uh, 8, (unsigned)__a.__uh[__i] * __b.__uh[__i] >> 16)
__TUFFY_2(_mm_mullo_epi32, __uw, 4, __a.__uw[__i] * __b.__uw[__i])
__TUFFY_2(_mm_mul_epu32, __uq, 2, (unsigned long long)__a.__uw[2 * __i] * __b.__uw[2 * __i])
__TUFFY_2(_mm_madd_epi16, __uw, 4, (unsigned)(__a.__h[2 * __i] * __b.__h[2 * __i]) + (unsigned)(__a.__h[2 * __i + 1] * __b.__h[2 * __i + 1]))
__TUFFY_2(_mm_avg_epu8, __ub, 16, (__a.__ub[__i] + __b.__ub[__i] + 1) >> 1)
__TUFFY_2(_mm_avg_epu16, __uh, 8, (__a.__uh[__i] + __b.__uh[__i] + 1) >> 1)
__TUFFY_2(_mm_min_epu8, __ub, 16, __a.__ub[__i] < __b.__ub[__i] ? __a.__ub[__i] : __b.__ub[__i])
__TUFFY_2(_mm_max_epu8, __ub, 16, __a.__ub[__i] > __b.__ub[__i] ? __a.__ub[__i] : __b.__ub[__i])
__TUFFY_2(_mm_min_epi16, __h, 8, __a.__h[__i] < __b.__h[__i] ? __a.__h[__i] : __b.__h[__i])
__TUFFY_2(_mm_max_epi16, __h, 8, __a.__h[__i] > __b.__h[__i] ? __a.__h[__i] : __b.__h[__i])
__TUFFY_2(_mm_min_epi32, __w, 4, __a.__w[__i] < __b.__w[__i] ? __a.__w[__i] : __b.__w[__i])
__TUFFY_2(_mm_max_epi32, __w, 4, __a.__w[__i] > __b.__w[__i] ? __a.__w[__i] : __b.__w[__i])
__TUFFY_I __m128i _mm_sad_epu8(__m128i __x, __m128i __y) { __tuffy_x __a, __b, __r; __a.__v = __x; __b.__v = __y; __r.__q[0] = __r.__q[1] = 0;
	for (int __i = 0; __i < 16; __i++) { int __d = __a.__ub[__i] - __b.__ub[__i]; __r.__q[__i / 8] += __d < 0 ? -__d : __d; } return __r.__v; }

/* comparisons */
__TUFFY_2(_mm_cmpeq_epi8, __b, 16, -(__a.__b[__i] == __b.__b[__i]))
__TUFFY_2(_mm_cmpeq_epi16, __h, 8, -(__a.__h[__i] == __b.__h[__i]))
__TUFFY_2(_mm_cmpeq_epi32, __w, 4, -(__a.__w[__i] == __b.__w[__i]))
__TUFFY_2(_mm_cmpgt_epi8, __b, 16, -(__a.__b[__i] > __b.__b[__i]))
__TUFFY_2(_mm_cmpgt_epi16, __h, 8, -(__a.__h[__i] > __b.__h[__i]))
__TUFFY_2(_mm_cmpgt_epi32, __w, 4, -(__a.__w[__i] > __b.__w[__i]))
__TUFFY_2(_mm_cmplt_epi8, __b, 16, -(__a.__b[__i] < __b.__b[__i]))
__TUFFY_2(_mm_cmplt_epi16, __h, 8, -(__a.__h[__i] < __b.__h[__i]))
__TUFFY_2(_mm_cmplt_epi32, __w, 4, -(__a.__w[__i] < __b.__w[__i]))

/* shifts */
__TUFFY_N(_mm_slli_epi16, __uh, 8, (unsigned)__n > 15 ? 0 : (unsigned)__a.__uh[__i] << __n)
__TUFFY_N(_mm_slli_epi32, __uw, 4, (unsigned)__n > 31 ? 0 : __a.__uw[__i] << __n)
__TUFFY_N(_mm_slli_epi64, __uq, 2, (unsigned)__n > 63 ? 0 : __a.__uq[__i] << __n)
__TUFFY_N(_mm_srli_epi16, __uh, 8, (unsigned)__n > 15 ? 0 : __a.__uh[__i] >> __n)
__TUFFY_N(_mm_srli_epi32, __uw, 4, (unsigned)__n > 31 ? 0 : __a.__uw[__i] >> __n)
__TUFFY_N(_mm_srli_epi64, __uq, 2, (unsigned)__n > 63 ? 0 : __a.__uq[__i] >> __n)
__TUFFY_N(_mm_srai_epi16, __h, 8, __a.__h[__i] >> ((unsigned)__n > 15 ? 15 : __n))
__TUFFY_N(_mm_srai_epi32, __w, 4, __a.__w[__i] >> ((unsigned)__n > 31 ? 31 : __n))
__TUFFY_N(_mm_slli_si128, __ub, 16, (unsigned)__n > 15 || __i < __n ? 0 : __a.__ub[__i - __n])
__TUFFY_N(_mm_srli_si128, __ub, 16, (unsigned)__n > 15 || __i + __n > 15 ? 0 : __a.__ub[__i + __n])
#define _mm_bslli_si128 _mm_slli_si128
#define _mm_bsrli_si128 _mm_srli_si128

/* order */
__TUFFY_N(_mm_shuffle_epi32, __w, 4, __a.__w[__n >> 2 * __i & 3])
__TUFFY_N(_mm_shufflelo_epi16, __h, 8, __a.__h[__i < 4 ? __n >> 2 * __i & 3 : __i])
__TUFFY_N(_mm_shufflehi_epi16, __h, 8, __a.__h[__i < 4 ? __i : 4 + (__n >> 2 * (__i - 4) & 3)])
__TUFFY_2(_mm_shuffle_epi8, __b, 16, __b.__b[__i] < 0 ? 0 : __a.__b[__b.__b[__i] & 15])
__TUFFY_2(_mm_packs_epi16, __b, 16, __mm_clamp(__i < 8 ? __a.__h[__i] : __b.__h[__i - 8], -128, 127))
__TUFFY_2(_mm_packs_epi32, __h, 8, __mm_clamp(__i < 4 ? __a.__w[__i] : __b.__w[__i - 4], -32768, 32767))
__TUFFY_2(_mm_packus_epi16, __ub, 16, __mm_clamp(__i < 8 ? __a.__h[__i] : __b.__h[__i - 8], 0, 255))
__TUFFY_2(_mm_packus_epi32, __uh, 8, __mm_clamp(__i < 4 ? __a.__w[__i] : __b.__w[__i - 4], 0, 65535))
__TUFFY_2(_mm_unpacklo_epi8, __b, 16, __i & 1 ? __b.__b[__i / 2] : __a.__b[__i / 2])
__TUFFY_2(_mm_unpackhi_epi8, __b, 16, __i & 1 ? __b.__b[8 + __i / 2] : __a.__b[8 + __i / 2])
__TUFFY_2(_mm_unpacklo_epi16, __h, 8, __i & 1 ? __b.__h[__i / 2] : __a.__h[__i / 2])
__TUFFY_2(_mm_unpackhi_epi16, __h, 8, __i & 1 ? __b.__h[4 + __i / 2] : __a.__h[4 + __i / 2])
__TUFFY_2(_mm_unpacklo_epi32, __w, 4, __i & 1 ? __b.__w[__i / 2] : __a.__w[__i / 2])
__TUFFY_2(_mm_unpackhi_epi32, __w, 4, __i & 1 ? __b.__w[2 + __i / 2] : __a.__w[2 + __i / 2])
__TUFFY_2(_mm_unpacklo_epi64, __q, 2, __i ? __b.__q[0] : __a.__q[0])
__TUFFY_2(_mm_unpackhi_epi64, __q, 2, __i ? __b.__q[1] : __a.__q[1])
__TUFFY_I __m128i _mm_alignr_epi8(__m128i __x, __m128i __y, int __n) { __tuffy_x __a, __b, __r; __a.__v = __x; __b.__v = __y;
	for (int __i = 0; __i < 16; __i++) { unsigned __k = __i + (__n & 255); __r.__ub[__i] = __k < 16 ? __b.__ub[__k] : __k < 32 ? __a.__ub[__k - 16] : 0; } return __r.__v; }
__TUFFY_I __m128i _mm_blendv_epi8(__m128i __x, __m128i __y, __m128i __m) { __tuffy_x __a, __b, __c, __r; __a.__v = __x; __b.__v = __y; __c.__v = __m;
	for (int __i = 0; __i < 16; __i++) __r.__b[__i] = __c.__b[__i] < 0 ? __b.__b[__i] : __a.__b[__i]; return __r.__v; }

/* single elements */
#define __TUFFY_INSERT(name, type, field, mask) __TUFFY_I __m128i name(__m128i __x, type __e, int __n) { __tuffy_x __r; __r.__v = __x; __r.field[__n & mask] = __e; return __r.__v; }
#define __TUFFY_EXTRACT(name, type, field, mask) __TUFFY_I type name(__m128i __x, int __n) { __tuffy_x __r; __r.__v = __x; return __r.field[__n & mask]; }
__TUFFY_INSERT(_mm_insert_epi8, int, __b, 15)
__TUFFY_INSERT(_mm_insert_epi16, int, __h, 7)
__TUFFY_INSERT(_mm_insert_epi32, int, __w, 3)
__TUFFY_INSERT(_mm_insert_epi64, long long, __q, 1)
__TUFFY_EXTRACT(_mm_extract_epi8, int, __ub, 15)
__TUFFY_EXTRACT(_mm_extract_epi16, int, __uh, 7)
__TUFFY_EXTRACT(_mm_extract_epi32, int, __w, 3)
__TUFFY_EXTRACT(_mm_extract_epi64, long long, __q, 1)
__TUFFY_I int _mm_cvtsi128_si32(__m128i __x) { return _mm_extract_epi32(__x, 0); }
__TUFFY_I long long _mm_cvtsi128_si64(__m128i __x) { return _mm_extract_epi64(__x, 0); }
__TUFFY_I __m128i _mm_cvtsi32_si128(int __v) { return _mm_setr_epi32(__v, 0, 0, 0); }
__TUFFY_I __m128i _mm_cvtsi64_si128(long long __v) { return (__m128i){__v, 0}; }
#define _mm_cvtsi128_si64x _mm_cvtsi128_si64
#define _mm_cvtsi64x_si128 _mm_cvtsi64_si128

/* floats */
__TUFFY_F(_mm_add_ps, __m128, __f, __ps, 4, __a.__ps[__i] + __b.__ps[__i])
__TUFFY_F(_mm_sub_ps, __m128, __f, __ps, 4, __a.__ps[__i] - __b.__ps[__i])
__TUFFY_F(_mm_mul_ps, __m128, __f, __ps, 4, __a.__ps[__i] * __b.__ps[__i])
__TUFFY_F(_mm_div_ps, __m128, __f, __ps, 4, __a.__ps[__i] / __b.__ps[__i])
__TUFFY_F(_mm_min_ps, __m128, __f, __ps, 4, __a.__ps[__i] < __b.__ps[__i] ? __a.__ps[__i] : __b.__ps[__i])
__TUFFY_F(_mm_max_ps, __m128, __f, __ps, 4, __a.__ps[__i] > __b.__ps[__i] ? __a.__ps[__i] : __b.__ps[__i])
__TUFFY_F(_mm_and_ps, __m128, __f, __uw, 4, __a.__uw[__i] & __b.__uw[__i])
__TUFFY_F(_mm_or_ps, __m128, __f, __uw, 4, __a.__uw[__i] | __b.__uw[__i])
__TUFFY_F(_mm_xor_ps, __m128, __f, __uw, 4, __a.__uw[__i] ^ __b.__uw[__i])
__TUFFY_F(_mm_cmplt_ps, __m128, __f, __w, 4, -(__a.__ps[__i] < __b.__ps[__i]))
__TUFFY_F(_mm_cmple_ps, __m128, __f, __w, 4, -(__a.__ps[__i] <= __b.__ps[__i]))
__TUFFY_F(_mm_cmpeq_ps, __m128, __f, __w, 4, -(__a.__ps[__i] == __b.__ps[__i]))
__TUFFY_F(_mm_add_pd, __m128d, __d, __pd, 2, __a.__pd[__i] + __b.__pd[__i])
__TUFFY_F(_mm_sub_pd, __m128d, __d, __pd, 2, __a.__pd[__i] - __b.__pd[__i])
__TUFFY_F(_mm_mul_pd, __m128d, __d, __pd, 2, __a.__pd[__i] * __b.__pd[__i])
__TUFFY_F(_mm_div_pd, __m128d, __d, __pd, 2, __a.__pd[__i] / __b.__pd[__i])
__TUFFY_F(_mm_cmplt_pd, __m128d, __d, __q, 2, -(long long)(__a.__pd[__i] < __b.__pd[__i]))
__TUFFY_I __m128 _mm_sqrt_ps(__m128 __x) { __tuffy_x __a; __a.__f = __x; for (int __i = 0; __i < 4; __i++) __a.__ps[__i] = __builtin_sqrtf(__a.__ps[__i]); return __a.__f; }
__TUFFY_I __m128d _mm_sqrt_pd(__m128d __x) { __tuffy_x __a; __a.__d = __x; for (int __i = 0; __i < 2; __i++) __a.__pd[__i] = __builtin_sqrt(__a.__pd[__i]); return __a.__d; }
__TUFFY_I __m128 _mm_sqrt_ss(__m128 __x) { __tuffy_x __a; __a.__f = __x; __a.__ps[0] = __builtin_sqrtf(__a.__ps[0]); return __a.__f; }
__TUFFY_I __m128d _mm_sqrt_sd(__m128d __x, __m128d __y) { __tuffy_x __a, __b; __a.__d = __x; __b.__d = __y; __a.__pd[0] = __builtin_sqrt(__b.__pd[0]); return __a.__d; }
__TUFFY_I float _mm_cvtss_f32(__m128 __x) { __tuffy_x __a; __a.__f = __x; return __a.__ps[0]; }
__TUFFY_I double _mm_cvtsd_f64(__m128d __x) { __tuffy_x __a; __a.__d = __x; return __a.__pd[0]; }
__TUFFY_I __m128 _mm_cvtepi32_ps(__m128i __x) { __tuffy_x __a, __r; __a.__v = __x; for (int __i = 0; __i < 4; __i++) __r.__ps[__i] = __a.__w[__i]; return __r.__f; }
__TUFFY_I int _mm_movemask_ps(__m128 __x) { __tuffy_x __a; int __r = 0; __a.__f = __x; for (int __i = 0; __i < 4; __i++) __r |= (__a.__uw[__i] >> 31) << __i; return __r; }
__TUFFY_I int _mm_movemask_pd(__m128d __x) { __tuffy_x __a; __a.__d = __x; return __a.__uq[0] >> 63 | __a.__uq[1] >> 63 << 1; }
__TUFFY_I __m128 _mm_shuffle_ps(__m128 __x, __m128 __y, int __n) { __tuffy_x __a, __b, __r; __a.__f = __x; __b.__f = __y;
	for (int __i = 0; __i < 4; __i++) __r.__ps[__i] = __i < 2 ? __a.__ps[__n >> 2 * __i & 3] : __b.__ps[__n >> 2 * __i & 3]; return __r.__f; }
__TUFFY_I __m128i _mm_castps_si128(__m128 __x) { return (__m128i)__x; }
__TUFFY_I __m128 _mm_castsi128_ps(__m128i __x) { return (__m128)__x; }
__TUFFY_I __m128i _mm_castpd_si128(__m128d __x) { return (__m128i)__x; }
__TUFFY_I __m128d _mm_castsi128_pd(__m128i __x) { return (__m128d)__x; }

/* AES (FIPS 197), multiplication without carries, CRC-32C */
__TUFFY_I unsigned __mm_gmul(unsigned __a, unsigned __b) { unsigned __r = 0;
	for (int __i = 0; __i < 8; __i++) { if (__b >> __i & 1) __r ^= __a; __a = __a << 1 ^ (__a >> 7 ? 0x11b : 0); } return __r; }
__TUFFY_I unsigned char __mm_sub(unsigned char __x) { unsigned __y = 1, __r;
	for (int __i = 0; __i < 254; __i++) __y = __mm_gmul(__y, __x);
	__r = __y; for (int __i = 1; __i < 5; __i++) __r ^= (__y << __i | __y >> (8 - __i)) & 255;
	return __r ^ 0x63; }
__TUFFY_I unsigned char __mm_unsub(unsigned char __x) { unsigned __s = 0, __y = 1;
	for (int __i = 1; __i <= 6; __i += __i == 1 ? 2 : 3) __s ^= ((unsigned)__x << __i | (unsigned)__x >> (8 - __i)) & 255;
	__s ^= 5; for (int __i = 0; __i < 254; __i++) __y = __mm_gmul(__y, __s); return __y; }
__TUFFY_I __tuffy_x __mm_mix(__tuffy_x __a, int __c0, int __c1, int __c2, int __c3) { __tuffy_x __r; int __c[4] = {__c0, __c1, __c2, __c3};
	for (int __i = 0; __i < 16; __i++) { unsigned __s = 0; for (int __j = 0; __j < 4; __j++) __s ^= __mm_gmul(__a.__ub[__i / 4 * 4 + __j], __c[(__j - __i % 4 + 4) % 4]); __r.__ub[__i] = __s; } return __r; }
__TUFFY_I __tuffy_x __mm_round(__m128i __x, int __inverse) { __tuffy_x __a, __r; __a.__v = __x;
	for (int __i = 0; __i < 16; __i++) { int __k = (__inverse ? 13 * __i : 5 * __i) & 15; __r.__ub[__i] = __inverse ? __mm_unsub(__a.__ub[__k]) : __mm_sub(__a.__ub[__k]); } return __r; }
__TUFFY_I __m128i _mm_aesenc_si128(__m128i __x, __m128i __k) { return _mm_xor_si128(__mm_mix(__mm_round(__x, 0), 2, 3, 1, 1).__v, __k); }
__TUFFY_I __m128i _mm_aesenclast_si128(__m128i __x, __m128i __k) { return _mm_xor_si128(__mm_round(__x, 0).__v, __k); }
__TUFFY_I __m128i _mm_aesdec_si128(__m128i __x, __m128i __k) { return _mm_xor_si128(__mm_mix(__mm_round(__x, 1), 14, 11, 13, 9).__v, __k); }
__TUFFY_I __m128i _mm_aesdeclast_si128(__m128i __x, __m128i __k) { return _mm_xor_si128(__mm_round(__x, 1).__v, __k); }
__TUFFY_I __m128i _mm_aesimc_si128(__m128i __x) { __tuffy_x __a; __a.__v = __x; return __mm_mix(__a, 14, 11, 13, 9).__v; }
__TUFFY_I __m128i _mm_aeskeygenassist_si128(__m128i __x, int __n) { __tuffy_x __a, __r; __a.__v = __x;
	for (int __i = 0; __i < 8; __i++) { int __w = __i < 4 ? 4 : 12, __j = __i & 3; __r.__ub[__w - 4 + __j] = __mm_sub(__a.__ub[__w + __j]); }
	__tuffy_x __o;
	__o.__uw[0] = __r.__uw[0]; __o.__uw[1] = (__r.__uw[0] >> 8 | __r.__uw[0] << 24) ^ (__n & 255);
	__o.__uw[2] = __r.__uw[2]; __o.__uw[3] = (__r.__uw[2] >> 8 | __r.__uw[2] << 24) ^ (__n & 255); return __o.__v; }
__TUFFY_I __m128i _mm_clmulepi64_si128(__m128i __x, __m128i __y, int __n) { __tuffy_x __a, __b, __r; __a.__v = __x; __b.__v = __y;
	unsigned long long __p = __a.__uq[__n & 1], __q = __b.__uq[__n >> 4 & 1]; __r.__uq[0] = __r.__uq[1] = 0;
	for (int __i = 0; __i < 64; __i++) if (__q >> __i & 1) { __r.__uq[0] ^= __p << __i; if (__i) __r.__uq[1] ^= __p >> (64 - __i); } return __r.__v; }
__TUFFY_I unsigned __mm_crc(unsigned __c, unsigned long long __v, int __bits) {
	for (int __i = 0; __i < __bits; __i++) { unsigned __b = (__c ^ (unsigned)(__v >> __i)) & 1; __c = __c >> 1 ^ (__b ? 0x82f63b78u : 0); } return __c; }
__TUFFY_I unsigned _mm_crc32_u8(unsigned __c, unsigned char __v) { return __mm_crc(__c, __v, 8); }
__TUFFY_I unsigned _mm_crc32_u16(unsigned __c, unsigned short __v) { return __mm_crc(__c, __v, 16); }
__TUFFY_I unsigned _mm_crc32_u32(unsigned __c, unsigned __v) { return __mm_crc(__c, __v, 32); }
__TUFFY_I unsigned long long _mm_crc32_u64(unsigned long long __c, unsigned long long __v) { return __mm_crc((unsigned)__c, __v, 64); }
#endif
