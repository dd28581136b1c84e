/* Input by wide formats, wide characters in those of scanf, and pointers as text. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static int into(const wchar_t *s, const wchar_t *f, ...) {
	va_list l;
	va_start(l, f);
	int n = vswscanf(s, f, l);
	va_end(l);
	return n;
}

static int from(FILE *stream, const wchar_t *f, ...) {
	va_list l;
	va_start(l, f);
	int n = vfwscanf(stream, f, l);
	va_end(l);
	return n;
}

int main(void) {
	int v = 0, n = 0, r;
	wchar_t w[16], c;
	char b[16], text[64];
	void *p, *q;
	double d;
	long l;
	r = swscanf(L"12 toolong 7.5 x", L"%d %3ls%*ls %lf %lc", &v, w, &d, &c);
	printf("%d %d %ls %.2f %lc|\n", r, v, w, d, (wint_t)c);
	r = into(L"ab12-5", L"%2s%ld%n", b, &l, &n);
	printf("%d %s %ld %d\n", r, b, l, n);
	r = swscanf(L"", L"%d", &v);
	printf("%d\n", r);
	r = swscanf(L"zzzabc", L"%l[z]%s", w, b);
	printf("%d %ls %s\n", r, w, b);
	r = sscanf("one two", "%ls %lc%l[^x]", w, &c, w + 8);
	printf("%d %ls %lc %ls\n", r, w, (wint_t)c, w + 8);
	snprintf(text, sizeof text, "%p %p", (void *)w, NULL);
	r = sscanf(text, "%p %p", &p, &q);
	printf("%d %d %d %d\n", r, p == (void *)w, q == NULL, *(wchar_t *)p == L'o');
	FILE *f = tmpfile();
	if (f == NULL)
		return 1;
	r = fwide(f, 0);
	printf("%d%d", r, fwide(f, 1) > 0);
	printf("%d %d\n", fwide(f, -1) > 0, fwide(stdout, 0) < 0);
	fputws(L"31 word 0x1f", f);
	rewind(f);
	r = fwscanf(f, L"%d %ls", &v, w);
	printf("%d %d %ls", r, v, w);
	r = from(f, L"%i", &v);
	printf(" %d %d\n", r, v);
	fclose(f);
	unsigned seed = 7;
	for (int i = 0; i < 4; i++) {
		r = rand_r(&seed);
		printf("%d ", r);
	}
	printf("%u\n", seed);
	return 0;
}
