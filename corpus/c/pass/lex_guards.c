#ifndef GUARD
#define GUARD
#include __FILE__
#include <stdio.h>
#define STDIO <stdio.h>
#include STDIO
#define NAME(x) <x.h>
#include NAME(stddef)
int main(void) { printf("%d %d\n", once(), (int)sizeof(size_t)); return 0; }
#else
static int once(void) { return 1; }
#undef GUARD
#define GUARD
#endif
