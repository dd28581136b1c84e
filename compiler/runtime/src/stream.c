/* Streams that are descriptors: 1 and 2 to write, 3 for standard input to read. Nothing is buffered but by getchar. */

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system.h"

enum { READ = 0, WRITE = 1, EXIT_GROUP = 231, FAILED = -4096 };

unsigned long __tuffy_write(unsigned long descriptor, const void *p, unsigned long n)
{
	for (unsigned long done = 0; done < n;) {
		unsigned long r = __tuffy_syscall(WRITE, descriptor, (unsigned long)p + done, n - done);
		if (r > (unsigned long)FAILED)
			return -1ul;
		done += r;
	}
	return n;
}

long write(int descriptor, const void *p, size_t n)
{
	return descriptor == 1 || descriptor == 2 ? (long)__tuffy_write(descriptor, p, n) : -1;
}

/* At most 1 MiB, and less only at the end. */
long read(int descriptor, void *p, size_t n)
{
	if (descriptor != 0)
		return -1;
	if (n > 1 << 20)
		n = 1 << 20;
	size_t done = 0;
	while (done < n) {
		unsigned long r = __tuffy_syscall(READ, 0, (unsigned long)p + done, n - done);
		if (r > (unsigned long)FAILED)
			return -1;
		if (r == 0)
			break;
		done += r;
	}
	return done;
}

size_t fwrite(const void *restrict p, size_t size, size_t n, FILE *restrict stream)
{
	__tuffy_write((unsigned long)stream, p, size * n);
	return size == 0 ? 0 : n;
}

int fputs(const char *restrict s, FILE *restrict stream)
{
	__tuffy_write((unsigned long)stream, s, strlen(s));
	return 1;
}

int fputc(int c, FILE *stream)
{
	unsigned char byte = c;
	__tuffy_write((unsigned long)stream, &byte, 1);
	return byte;
}

int putc(int c, FILE *stream) { return fputc(c, stream); }
int putchar(int c) { return fputc(c, (FILE *)1); }

int puts(const char *s)
{
	size_t n = strlen(s);
	__tuffy_write(1, s, n);
	__tuffy_write(1, "\n", 1);
	return n + 1;
}

int fflush(FILE *stream) { return 0; }

/* No file can be opened. */
FILE *fopen(const char *restrict name, const char *restrict mode) { return 0; }
int fclose(FILE *stream) { return 0; }

int fgetc(FILE *stream) { return getchar(); }
int getc(FILE *stream) { return getchar(); }

size_t fread(void *restrict to, size_t size, size_t n, FILE *restrict stream)
{
	unsigned char *p = to;
	size_t all = size * n, done = 0;
	if (all == 0)
		return 0;
	for (int c; done < all && (c = getchar()) >= 0; done++)
		p[done] = c;
	return done / size;
}

char *fgets(char *restrict s, int n, FILE *restrict stream)
{
	int i = 0;
	for (int c; i < n - 1 && (c = getchar()) >= 0;) {
		s[i++] = c;
		if (c == '\n')
			break;
	}
	if (i == 0 && n > 1)
		return 0;
	s[i] = 0;
	return s;
}

_Noreturn void _exit(int status)
{
	__tuffy_syscall(EXIT_GROUP, status & 255, 0, 0);
	abort();
}

void assert(int v)
{
	if (v != 0)
		return;
	__tuffy_write(2, "assertion failed\n", 17);
	abort();
}

_Noreturn void __assert_fail(const char *expression, const char *file, int line, const char *function)
{
	__tuffy_write(2, "assertion failed: ", 18);
	__tuffy_write(2, expression, strlen(expression));
	__tuffy_write(2, "\n", 1);
	abort();
}

/* vscanf and its like are generated from scan.tgo. */
#define VARIADIC(call) \
	va_list list; \
	va_start(list, format); \
	int n = call; \
	va_end(list); \
	return n

int scanf(const char *restrict format, ...) { VARIADIC(vscanf(format, list)); }
int fscanf(FILE *restrict stream, const char *restrict format, ...) { VARIADIC(vfscanf(stream, format, list)); }
int sscanf(const char *restrict s, const char *restrict format, ...) { VARIADIC(vsscanf(s, format, list)); }
