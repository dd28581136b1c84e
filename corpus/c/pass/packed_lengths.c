/* Lengths of arrays that depend on the layout of packed records, as assertions are written, also in macros. gcc prints the same. */
#include <stddef.h>
#include <stdio.h>
struct __attribute__((packed)) wire { char kind; int length; short rest[3]; };
struct partly { char kind; int length __attribute__((packed)); };
typedef union { char raw[6]; struct { short v; int c __attribute__((packed)); } fmt __attribute__((packed)); } both;
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define ASSERT(c) typedef char JOIN(assert_, __LINE__)[(c) ? 1 : -1]
#define BUG_ON_ZERO(c) (sizeof(char[1 - 2 * !!(c)]))
#define AT(a, n) a[n]
ASSERT(sizeof(struct wire) == 11);
ASSERT(offsetof(struct wire, length) == 1);
ASSERT(sizeof(struct partly) == 5);
char one[
  sizeof(struct wire) == 11 ? 3 : -1];
struct holds { char q[
  offsetof(both, fmt.c) == 2 ? 2 : -1]; char end; };
int main(void) {
  char local[sizeof(struct partly) == 5 ? 7 : -1];
  int list[] = {[2] = 4, [5] = 9};
  printf("%zu %zu %zu %zu %zu\n", sizeof one, sizeof(struct holds), sizeof local, BUG_ON_ZERO(sizeof(both) != 6), sizeof list / sizeof *list);
  printf("%d %d\n", AT(list, 2), AT(list, sizeof(struct partly)));
}
