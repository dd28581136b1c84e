/* Streams and files: positions, indicators, modes, lines, what is put back, errors. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void show(const char *name) {
	FILE *f = fopen(name, "rb");
	if (!f) {
		printf("%s: %s\n", name, strerror(errno));
		return;
	}
	printf("%s: [", name);
	for (int c; (c = getc(f)) != EOF;) putchar(c == '\n' ? '|' : c);
	printf("] %d %d\n", feof(f), ferror(f));
	fclose(f);
}

static int list(FILE *f, const char *format, ...) {
	va_list ap;
	va_start(ap, format);
	int n = vfprintf(f, format, ap);
	va_end(ap);
	return n;
}

static void modes(void) {
	static const char *all[] = {"r", "w", "a", "r+", "w+", "a+", "rb+", "r+b", "wx", "w+x"};
	for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
		FILE *f = fopen("modes", "w");
		fputs("hello", f);
		fclose(f);
		errno = 0;
		f = fopen("modes", all[i]);
		printf("%s: %d %d ", all[i], f != NULL, errno);
		if (!f) {
			puts("");
			continue;
		}
		printf("%ld ", ftell(f));
		errno = 0;
		int n = fputc('X', f);
		printf("%d %d %d ", n, errno, ferror(f));
		clearerr(f);
		fflush(NULL);
		fseek(f, 0, SEEK_SET);
		errno = 0;
		n = fgetc(f);
		printf("%d %d %d\n", n, errno, ferror(f) != 0);
		fclose(f);
		show("modes");
	}
	remove("modes");
}

static void positions(void) {
	FILE *f = fopen("positions", "w+b");
	for (int i = 0; i < 3000; i++) list(f, "%04d\n", i);
	printf("%ld\n", ftell(f));
	fpos_t at;
	rewind(f);
	char line[16];
	for (int i = 0; i < 100; i++) fgets(line, sizeof line, f);
	printf("%s", line);
	fgetpos(f, &at);
	fseek(f, -10, SEEK_END);
	int n, items = fscanf(f, "%d", &n);
	printf("%d %d\n", items, n);
	fsetpos(f, &at);
	fgets(line, 3, f);
	printf("[%s] %ld\n", line, ftell(f));
	fseek(f, 2, SEEK_CUR);
	int c = getc(f);
	ungetc('y', f);
	printf("%d %ld ", c == '\n', ftell(f));
	printf("%c ", getc(f));
	printf("%ld\n", ftell(f));
	errno = 0;
	n = fseek(f, -1, SEEK_SET);
	printf("%d %d\n", n, errno);
	fseek(f, 5, SEEK_END);
	fputs("end", f);
	printf("%ld\n", ftell(f));
	fseek(f, 14998, SEEK_SET);
	char buffer[32];
	size_t got = fread(buffer, 3, 10, f);
	printf("%zu %d %d\n", got, feof(f), buffer[6]);
	printf("%d\n", fputc('!', f)); /* after the end of the file no positioning is needed */
	fclose(f);
	remove("positions");
	show("positions");
}

static void lines(void) {
	FILE *f = fopen("lines", "w");
	fputs("one\n\ntwo three\n", f);
	for (int i = 0; i < 300; i++) putc('x', f);
	fputs("\nlast", f);
	fclose(f);
	f = fopen("lines", "r");
	char *line = NULL;
	size_t size = 0;
	for (ssize_t n; (n = getline(&line, &size, f)) >= 0;) printf("%ld %ld %d\n", (long)n, (long)strlen(line), size > (size_t)n);
	rewind(f);
	while (getdelim(&line, &size, 't', f) >= 0) printf("%.5s;", line);
	puts("");
	free(line);
	rewind(f);
	char word[8];
	int n = 0;
	while (fscanf(f, "%7s", word) == 1) n++;
	printf("%d %d\n", n, feof(f));
	fclose(f);
	f = freopen("second", "w+", fopen("lines", "r"));
	fprintf(f, "%d-%s", 5, "five");
	fclose(f);
	printf("%d ", rename("second", "third"));
	show("third");
	show("second");
	printf("%d %d ", remove("third"), remove("lines"));
	errno = 0;
	n = remove("third");
	printf("%d %d\n", n, errno);
	errno = 0;
	n = rename("third", "fourth");
	printf("%d %d\n", n, errno);
}

static void descriptors(void) {
	int fd = open("raw", O_RDWR | O_CREAT | O_EXCL, 0600);
	printf("%d %d\n", fd >= 3, isatty(fd));
	printf("%ld\n", (long)write(fd, "0123456789", 10));
	printf("%ld ", (long)lseek(fd, -4, SEEK_END));
	char b[8] = "";
	printf("%ld %s\n", (long)read(fd, b, 7), b);
	FILE *f = fdopen(fd, "r+");
	printf("%d\n", fileno(f) == fd);
	rewind(f);
	printf("%c\n", getc(f));
	fclose(f);
	errno = 0;
	long n = close(fd);
	printf("%ld %d\n", n, errno);
	errno = 0;
	fd = open("raw", O_RDWR | O_CREAT | O_EXCL, 0600);
	printf("%d %d\n", fd, errno);
	fd = open("raw", O_WRONLY | O_APPEND | O_TRUNC);
	n = write(fd, "ab", 2);
	dprintf(fd, "%d", 77);
	errno = 0;
	n = read(fd, b, 1);
	printf("%ld %d\n", n, errno);
	close(fd);
	show("raw");
	printf("%d ", access("raw", R_OK));
	printf("%d ", unlink("raw"));
	printf("%d\n", access("raw", F_OK));
}

static void errors(void) {
	errno = 0;
	FILE *f = fopen("no/such/file", "r");
	printf("%d %d %s\n", f == NULL, errno, strerror(errno));
	errno = 0;
	f = fopen("", "w");
	printf("%d %d\n", f == NULL, errno);
	static const int codes[] = {0, 1, 2, EDOM, ERANGE, EILSEQ, EINVAL, ENOSPC, 41, 133, 134, 9999, -1};
	for (unsigned i = 0; i < sizeof codes / sizeof *codes; i++) puts(strerror(codes[i]));
	static const char *numbers[] = {"9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551616", "12", "", "-1"};
	for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		errno = 0;
		long l = strtol(numbers[i], NULL, 10);
		printf("%ld %d ", l, errno);
		errno = 0;
		unsigned long u = strtoul(numbers[i], NULL, 10);
		printf("%lu %d\n", u, errno);
	}
	static const char *floats[] = {"1e400", "-1e400", "1e-400", "0e-400", "1.5", "inf", "nan", "", "0x1p5000", "0x0p-5000", "1e-310x"};
	for (unsigned i = 0; i < sizeof floats / sizeof *floats; i++) {
		errno = 0;
		double d = strtod(floats[i], NULL);
		printf("%g %d\n", d, errno);
	}
}

static void temporary(void) {
	FILE *f = tmpfile();
	fwrite("abcdef", 2, 3, f);
	rewind(f);
	printf("%c", fgetc(f));
	fseek(f, 0, SEEK_CUR);
	fputc('B', f);
	fflush(f);
	char b[8] = "";
	rewind(f);
	size_t n = fread(b, 1, 7, f);
	printf("%zu %s %d\n", n, b, feof(f));
	fclose(f);
	f = fopen("buffered", "w");
	static char buffer[BUFSIZ];
	printf("%d\n", setvbuf(f, buffer, _IOFBF, sizeof buffer));
	fputs("text", f);
	fclose(f);
	f = fopen("buffered", "ab+");
	setbuf(f, NULL);
	printf("%c", getc(f));
	fseek(f, 1, SEEK_SET);
	fputs("+", f);
	printf("%ld\n", ftell(f));
	fclose(f);
	show("buffered");
	remove("buffered");
	char *s;
	int length = asprintf(&s, "%s %d", "made", 42);
	printf("%d %s\n", length, s);
	free(s);
}

int main(void) {
	modes();
	positions();
	lines();
	descriptors();
	errors();
	temporary();
	return 0;
}
