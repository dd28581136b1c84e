/* Messages of errors, as BSD has them. The name of the program is a.out. */
#include <err.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((weak)) void vwarnx(const char *format, va_list list)
{
	fprintf(stderr, "a.out: ");
	if (format)
		vfprintf(stderr, format, list);
	fputc('\n', stderr);
}

__attribute__((weak)) void vwarn(const char *format, va_list list)
{
	int number = errno;
	fprintf(stderr, "a.out: ");
	if (format) {
		vfprintf(stderr, format, list);
		fprintf(stderr, ": ");
	}
	fprintf(stderr, "%s\n", strerror(number));
}

__attribute__((weak)) void warn(const char *format, ...)
{
	va_list list;
	va_start(list, format);
	vwarn(format, list);
	va_end(list);
}

__attribute__((weak)) void warnx(const char *format, ...)
{
	va_list list;
	va_start(list, format);
	vwarnx(format, list);
	va_end(list);
}

__attribute__((weak)) _Noreturn void verr(int status, const char *format, va_list list)
{
	vwarn(format, list);
	exit(status);
}

__attribute__((weak)) _Noreturn void verrx(int status, const char *format, va_list list)
{
	vwarnx(format, list);
	exit(status);
}

__attribute__((weak)) _Noreturn void err(int status, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	verr(status, format, list);
}

__attribute__((weak)) _Noreturn void errx(int status, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	verrx(status, format, list);
}
