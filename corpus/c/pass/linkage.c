/* Functions around main, other names, weak names that nothing defines, functions that are chosen when the program starts,
   storage of threads, sections. */
int printf(const char *, ...);
static int order[20], norder;
static void note(int n) { order[norder++] = n; }
static __attribute__((constructor)) void plain(void) { note(3); }
__attribute__((constructor(101))) static void early(void) { note(1); }
static __attribute__((constructor(102))) void later(void) { note(2); }
static __attribute__((destructor)) void bye(void) { printf("bye\n"); }
static __attribute__((destructor(101))) void last(void) { printf("last\n"); }
extern int nowhere(void) __attribute__((weak));
extern int nowhere_datum __attribute__((weak));
static int (*table[])(void) = {nowhere, early ? 0 : 0};
static int target(void) { return 42; }
int other(void) __attribute__((alias("target")));
int weak_other(void) __attribute__((weak, alias("target")));
int datum = 5;
extern int datum_alias __attribute__((alias("datum")));
static int ref(void) __attribute__((weakref("somewhere")));
static int noref(void) __attribute__((weakref("nowhere_else")));
int somewhere(void) { return 9; }
static int impl_a(void) { return 7; }
static int impl_b(void) { return 8; }
static int (*choose(void))(void) { return norder ? impl_b : impl_a; }
int chosen(void) __attribute__((ifunc("choose")));
int sec1 __attribute__((section("mine"))) = 10, sec2 __attribute__((section("mine"))) = 20;
int common_one __attribute__((common));
int mine(void) asm("published");
int mine(void) { return 77; }
__thread int tl = 5;
static _Thread_local int tz;

int main(void) {
	static __thread int inside = 3;
	if (norder == 3) {
		norder = 4;
		main();
	}
	printf("%d: %d %d %d\n", norder, order[0], order[1], order[2]);
	printf("%d %d %d\n", nowhere != 0, &nowhere_datum != 0, table[0] ? 1 : 0);
	datum_alias++;
	printf("%d %d %d\n", other(), weak_other(), datum);
	printf("%d %d %d\n", ref ? ref() : 0, noref ? 1000 : 0, !noref);
	printf("%d\n", chosen() + 1);
	int *p = &tl;
	printf("%d %d %d %d %d %d\n", sec1 + sec2, common_one, mine(), ++*p, ++tz, ++inside);
	return 0;
}
