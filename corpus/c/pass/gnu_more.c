/* Extensions of GNU C: comparisons of types, nand, lengths of parameters with effects, arguments handed on, packing by
   pragmas of headers and of bit-fields that are aligned. */
int printf(const char *, ...);

#define P(a, b) printf("%d ", __builtin_types_compatible_p(a, b))
enum e { E0 };
enum f { F0 };
enum neg { N = -1 };
typedef enum e te;
struct s { int a; };
struct r { int a; };
typedef struct s ts;

static void types(void) {
	P(enum e, enum f); P(enum e, te); P(enum e, unsigned); P(enum e, int); P(enum neg, int); P(struct s, struct r); P(struct s, ts);
	P(int, const int); P(int *, const int *); P(int *const, int *); P(void *, int *); P(char, signed char); P(char, unsigned char);
	P(long, long long); P(int (*)(int), int (*)(int)); P(int (*)(int), int (*)(long)); P(int (*)(), int (*)(int));
	P(int[3], int[4]); P(int[], int[4]); P(float, double); P(long double, double); P(volatile int *, int *); P(_Bool, char);
	P(te *, unsigned *); P(int[5], int *); P(const char *, char const *); P(const char *const, char const *);
	P(struct s *, struct s *); P(struct s *, struct r *); P(typeof(E0), int); P(_Complex double, double);
	printf("%d\n", (int)sizeof(char[1 + __builtin_types_compatible_p(int, int)]));
}

static void nand(void) {
	unsigned char c = 0xf3;
	int i = -7;
	long l = 12345678901L;
	unsigned u = 77;
	short s = 5;
	printf("%d ", __sync_fetch_and_nand(&c, 0x3c));
	printf("%d %d ", c, __sync_nand_and_fetch(&i, 0xff));
	printf("%d %ld ", i, __atomic_fetch_nand(&l, 255, 5));
	printf("%ld %u ", l, __atomic_nand_fetch(&u, 13, 0));
	printf("%u %d ", u, __atomic_nand_fetch(&s, 13, 0));
	printf("%d\n", s);
}

static int f1(int i, int a[i++]) { return i; }
static int f2(int i, int j, int a[i++][j++]) { return i * 10 + j; }
static int f3(int i, int a[3], int j, int c[static j++]) { return j; }
static int f4(int i, int (*a)[i++]) { return i; }

static void lengths(void) {
	int a[40];
	printf("%d %d %d %d\n", f1(1, a), f2(1, 2, (int (*)[2])a), f3(1, a, 3, a), f4(1, (int (*)[1])a));
}

struct wide { long a, b, c; };
static int total(int n, ...) {
	__builtin_va_list ap;
	__builtin_va_start(ap, n);
	int sum = 0;
	for (; n > 0; n--) {
		sum += __builtin_va_arg(ap, int);
		sum += (int)__builtin_va_arg(ap, double);
		sum += (int)__builtin_va_arg(ap, struct wide).c;
	}
	__builtin_va_end(ap);
	return sum;
}
static inline __attribute__((always_inline)) int hand(int n, ...) {
	return __builtin_va_arg_pack_len() * 1000 + total(n, __builtin_va_arg_pack());
}
static inline __attribute__((always_inline)) int twice(const char *format, ...) {
	return printf(format, __builtin_va_arg_pack()) + printf(format, __builtin_va_arg_pack());
}

static void packs(void) {
	char c = 3;
	struct wide w = {1, 2, 30};
	printf("%d %d\n", hand(0), hand(1, c, 2.5f, w));
	printf("%d\n", hand(2, c, 2.5f, w, 4, 5.5, w));
	printf("%d\n", twice("%d %s %g,", 1, "two", 3.0f));
	printf("%d\n", twice("nothing,"));
}

static int laundered;
static int *counted(void) {
	laundered++;
	return &laundered;
}

#pragma pack(push, 2)
struct two { char a; int b; __attribute__((aligned(8))) int c : 3; };
#pragma pack(pop)
int between(void) { return 1; }
struct whole { char a; int b; __attribute__((aligned(8))) int c : 3; int d : 4 __attribute__((aligned(2))); };

int main(void) {
	types();
	nand();
	lengths();
	packs();
	asm("" : "+r"(*counted()));
	printf("%d\n", laundered);
	printf("%d %d %d %d\n", (int)sizeof(struct two), (int)_Alignof(struct two), (int)sizeof(struct whole), (int)_Alignof(struct whole));
	printf("%d %d %d %d\n", !!__builtin_isinff(1e30f * 1e30f), !!__builtin_isinfl(1e300L * 1e300L), !!__builtin_isnanl(__builtin_nanl("")), !!__builtin_finitef(1));
	printf("%g %g %Lg %g\n", __builtin_powi(2.5, 3), __builtin_powif(2.0f, -2), __builtin_powil(3.0L, 4), __builtin_powi(1.5, 0));
	return 0;
}
