/* _Static_assert wherever declarations stand (C11 6.7.10), of what is laid out by attributes and pragmas, too. */
#include <assert.h>
#include <stdio.h>
#pragma pack(push, 1)
struct p { char c; int i; };
#pragma pack(pop)
struct q { char c; int i; } __attribute__((packed));
#define SHORT _Static_assert
#define TOLD(e) static_assert(e, #e)
SHORT(sizeof(struct p) == 5, "pragma");
TOLD(sizeof(struct q) == 5);
struct in {
  int a;
  static_assert(sizeof(int) > 1, "int");
  int b;
  _Static_assert(sizeof(struct { int a, b; }) == 8 ? 1 : 0, "a comma in the condition");
};
union u {
  _Static_assert(1 || 0, "first");
  int i;
};

int main(void) {
  _Static_assert(sizeof "abc" == 4 && (enum { A, B }) B == 1, "in a block");
  struct in x = {1, 2};
  union u y = {3};
  static_assert(B, "B");
  printf("%d %d %d\n", x.a, x.b, y.i);
  return 0;
}
