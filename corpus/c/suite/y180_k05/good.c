#include <stdio.h>
enum e { A, B, C }; static const char *names[] = {"a", "b"};
static const char *nm(enum e x) { return names[x]; }
int main(void) {
 puts(nm(B));
}
