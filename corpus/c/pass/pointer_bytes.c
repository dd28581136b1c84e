/* Pointers that are copied byte by byte, swapped, and read as numbers through characters and unions. */
int printf(const char *, ...);

static void *copy(void *to, const void *from, unsigned long n) {
	char *d = to;
	const char *s = from;
	while (n--)
		*d++ = *s++;
	return to;
}

static void swap(void *x, void *y, unsigned long n) {
	unsigned char *a = x, *b = y;
	for (unsigned long i = 0; i < n; i++) {
		unsigned char t = a[i];
		a[i] = b[i];
		b[i] = t;
	}
}

static int differ(const void *x, const void *y, int n) {
	const unsigned char *a = x, *b = y;
	for (; n--; a++, b++)
		if (*a != *b)
			return 1;
	return 0;
}

static char *text(char *d, const char *s) {
	char *r = d;
	while ((*d++ = *s++))
		;
	return r;
}

struct node { struct node *next; int value; };
union any { void *p; unsigned long n; struct { unsigned low, high; } half; unsigned char bytes[8]; };

int main(void) {
	int x = 5, y = 6;
	int *p = &x, *q, *r = &y;
	copy(&q, &p, sizeof p);
	printf("%d\n", *q);
	swap(&p, &r, sizeof p);
	printf("%d %d\n", *p, *r);
	unsigned char box[sizeof p], c;
	for (unsigned i = 0; i < sizeof p; i++)
		box[i] = ((unsigned char *)&p)[i];
	for (unsigned i = 0; i < sizeof p; i++) {
		c = box[i];
		((unsigned char *)&q)[i] = (c);
	}
	printf("%d %d %d\n", *q, differ(&p, &q, sizeof p), differ(&p, &r, sizeof p));
	struct node one = {0, 1}, two = {&one, 2}, three;
	copy(&three, &two, sizeof two);
	printf("%d %d\n", three.value, three.next->value);
	union any u, v;
	u.p = &x;
	v.n = u.n;
	printf("%d %d %d\n", v.n != 0, v.n == (unsigned long)&x, u.half.low == (unsigned)(unsigned long)&x);
	unsigned long sum = 0;
	for (int i = 7; i >= 0; i--)
		sum = sum << 8 | u.bytes[i];
	printf("%d %d\n", sum == (unsigned long)&x, *(int *)sum);
	char buffer[20];
	char name[] = "bytes";
	signed char s = name[0];
	unsigned char e = (name[1] = 'x'), f = name[2];
	printf("%s %d %d %d\n", text(buffer, name), s, e, f);
	return 0;
}
