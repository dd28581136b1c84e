/* Assertions of constants of every kind. */
struct s { int a; double b; }; enum { N = 3 }; extern int arr[N];
_Static_assert(sizeof(int) == 4, "int"); _Static_assert(sizeof(struct s) == 16, "s"); _Static_assert(sizeof arr / sizeof arr[0] == N, "n"); _Static_assert(N > 2 && (char)-1 < 0, "x");
_Static_assert(__builtin_offsetof(struct s, b) == 8, "off"); _Static_assert(_Alignof(double) == 8, "al"); _Static_assert((unsigned)-1 > 0, "u"); _Static_assert((int)2.5 == 2, "f"); _Static_assert(-1 < 0 ? 1 : 0, "c"); _Static_assert('a' == 97, "ch"); _Static_assert(sizeof("abc") == 4, "str"); _Static_assert(1.5 > 1, "fl"); _Static_assert(!0, "not"); _Static_assert((long long)1 << 40 > 5, "sh");_Static_assert(sizeof(((struct s*)0)->b) == 8, "m");
_Static_assert(__builtin_types_compatible_p(int, int), "tc"); _Static_assert(_Generic(1, int: 1, default: 0), "gen"); _Static_assert(__builtin_constant_p(2.5), "cp"); _Static_assert(__builtin_choose_expr(1, 1, 0), "ce");
int puts(const char *);
int main(void) { puts("asserted"); _Static_assert(sizeof(long) == 8, "in"); int q[4]; _Static_assert(sizeof q == 16, "q"); struct t { char c; _Static_assert(sizeof(char) == 1, "mem"); }; return 0; }
