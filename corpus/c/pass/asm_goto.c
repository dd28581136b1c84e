/* asm goto: labels by name and by number, backwards, out of the scope of an array of variable length, beside clobbers. */
int printf(const char *, ...);
static int f(int x) {
	asm goto("testl %0, %0\n\tjne %l[yes]\n\tjmp %l2" : : "r"(x) : "cc" : yes, no);
	return 0;
	yes: return 1;
	no: return 2;
}
static int loop(int n) { int s = 0; again:
	s += n;
	asm goto("cmpl $100, %0\n\tjl %l1\n" : : "r"(s) : "cc" : again);
	return s;
}
static int never(int n) {
	asm goto("" : : : : out);
	return n;
	out: return -1;
}
static int vla(int n) { { int a[n];
	a[0] = n;
	asm goto("cmpl $3, %0; je %l[done]" : : "m"(a[0]) : "cc", "memory" : done);
	n += 10; } done: return n;
}
static int wide(int n) {
	asm goto("cmpl $1, %0; je %l[a]; cmpl $2, %0; je %l[b]" : : "r"(n) : "cc", "rax", "rbx", "rcx", "rdx", "rsi" : a, b);
	return 0;
	a: return 10;
	b: return 20;
}
int main(void) { printf("%d %d %d %d %d %d %d %d %d\n", f(3), f(0), loop(7), never(5), vla(3), vla(4), wide(0), wide(1), wide(2));
	return 0;
}
