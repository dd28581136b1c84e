/* Structs by value, bit-fields, unions, variable arguments, a switch, strings. */
int printf(const char *, ...);
int vprintf(const char *, __builtin_va_list);
void *malloc(unsigned long);
void free(void *);
struct point { char tag; int x; };
struct big { long a[4]; };
struct bits { unsigned a : 3, b : 9; int c : 6; };
union word { float f; unsigned u; };
static struct point move(struct point p, int by) { p.x += by; return p; }
static struct big fill(struct big b, int k) { for (int i = 0; i < 4; i++) b.a[i] += k * i; return b; }
static double mean(int n, ...)
{
	__builtin_va_list ap;
	double s = 0;
	__builtin_va_start(ap, n);
	for (int i = 0; i < n; i++) s += i % 2 ? __builtin_va_arg(ap, double) : __builtin_va_arg(ap, int);
	__builtin_va_end(ap);
	return s / n;
}
static void say(const char *f, ...)
{
	__builtin_va_list ap;
	__builtin_va_start(ap, f);
	vprintf(f, ap);
	__builtin_va_end(ap);
}
static const char *name(int k)
{
	switch (k) {
	case 0: return "zero";
	case 1: return "one";
	case 2: return "two";
	case 3: return "three";
	case 7: return "seven";
	}
	return "many";
}
struct node { struct node *next; int v; };
int main(void)
{
	struct point p = {'p', 3};
	struct big b = {{1, 2, 3, 4}};
	struct bits t;
	union word w = {1.0f};
	struct node *l = 0;
	p = move(p, 4);
	b = fill(b, 10);
	t.a = 5; t.b = 300; t.c = -7;
	printf("%c%d %ld %ld\n", p.tag, p.x, b.a[0], b.a[3]);
	printf("%u %u %d %x\n", t.a, t.b, t.c, w.u);
	printf("%g\n", mean(4, 1, 2.5, 3, 4.5));
	say("%s %d %g %s\n", "say", 1, 2.5, name(7));
	for (int i = 0; i < 5; i++) { struct node *n = malloc(sizeof *n); n->v = i; n->next = l; l = n; }
	for (int i = 0; l; i++) { struct node *n = l; printf("%d%s ", n->v, name(i)); l = n->next; free(n); }
	printf("\n");
	return 0;
}
