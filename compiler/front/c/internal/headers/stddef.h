/* glibc asks for single names by __need_NAME, as it may of gcc's header. */
#if !defined __need_wchar_t && !defined __need_size_t && !defined __need_ptrdiff_t && !defined __need_NULL && !defined __need_wint_t
#ifndef __tuffy_stddef_h
#define __tuffy_stddef_h
#define __need_wchar_t
#define __need_size_t
#define __need_ptrdiff_t
#define __need_NULL
typedef struct { long long __ll __attribute__((__aligned__(__alignof__(long long)))); long double __ld __attribute__((__aligned__(__alignof__(long double)))); } max_align_t;
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
#endif
#if defined __need_ptrdiff_t && !defined __tuffy_ptrdiff_t
#define __tuffy_ptrdiff_t
typedef __PTRDIFF_TYPE__ ptrdiff_t;
#endif
#if defined __need_size_t && !defined __tuffy_size_t
#define __tuffy_size_t
typedef __SIZE_TYPE__ size_t;
#endif
#if defined __need_wchar_t && !defined __tuffy_wchar_t
#define __tuffy_wchar_t
typedef __WCHAR_TYPE__ wchar_t;
#endif
#if defined __need_wint_t && !defined _WINT_T
#define _WINT_T
typedef __WINT_TYPE__ wint_t;
#endif
#ifdef __need_NULL
#undef NULL
#define NULL ((void *)0)
#endif
#undef __need_ptrdiff_t
#undef __need_size_t
#undef __need_wchar_t
#undef __need_wint_t
#undef __need_NULL
