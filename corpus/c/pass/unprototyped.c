/* Calls before the first prototype of a function: arguments are promoted, and none is converted (6.5.2.2, 6). */
int printf(const char *, ...);
int foo();
int two();
int bar(void) { return foo() + 1; }
int baz(void) { return two(3, 4.5f) + 1; }
int foo(char *n) { return 42; }
int two(int a, double b) { return a + (int)b; }
int main(void) { printf("%d\n", baz()); return 0; }
