/* Calls before the first prototype of a function: arguments are promoted, and none is converted (6.5.2.2, 6). */
int printf(const char *, ...);
int foo();
int two();
int bar(void) { return foo() + 1; }
int baz(void) { return two(3, 4.5f) + 1; }
int foo(char *n) { return 42; }
int two(int a, double b) { return a + (int)b; }
/* A prototype in front of a definition without one converts arguments, before it and behind it (6.2.7p3). */
long wide(unsigned long, short);
long early(unsigned n) { return wide(n, 65537); }
long wide(a, b) unsigned long a; short b; { return a + b; }
long late(unsigned n) { return wide(n, 65537); }
int main(void) { printf("%ld %ld\n", early(1), late(2)); printf("%d\n", baz()); return 0; }
