/* A string in braces gives an array without a length its own (C11 6.5.2.5p5, 6.7.9p14 and p22). What _Generic does not choose is
   not evaluated, compound literals in it neither. */
#include <stdio.h>
static char *global = (char[]){"global"};
int main(void) {
	char *s = (char[]){"ab"}, t[] = {"xyz"};
	const char *c = (const char[]){("const")};
	int x = 1, sum = _Generic(x, int: (int[]){1, 2, 3}[1], default: *(int[]){x});
	for (int i = 0; i < 3; i++) {
		int *q = (int[]){i, 5};
		sum += q[0] * q[1];
	}
	s[0] = global[0];
	printf("%s %s %s %d %d %d\n", s, c, global, (int)sizeof t, (int)sizeof((char[]){"hello"}), (int)sizeof((char[]){'a', 'b'}));
	const unsigned char *u = (const unsigned char[]){"a\xff"};
	printf("%d %d %d\n", u[1], (int)sizeof((signed char[]){"abc"}), (int)sizeof((struct { char a[3]; }[]){{"x"}, {"yz"}}));
	printf("%d %d\n", sum, _Generic(1.0, float: (struct { int a; }){2}.a, default: (char[]){"ab"}[1]));
	return 0;
}
