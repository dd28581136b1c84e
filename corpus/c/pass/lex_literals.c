#include <stdio.h>
#include <string.h>
#include <wchar.h>
#define T(x) _Generic((x), int: "int", unsigned: "unsigned", long: "long", unsigned long: "unsigned long", long long: "long long", unsigned long long: "unsigned long long", float: "float", double: "double", long double: "long double", char: "char", default: "other")
int main(void) {
  puts(T(2147483647)); puts(T(2147483648)); puts(T(0x7fffffff)); puts(T(0x80000000)); puts(T(0xffffffff)); puts(T(0x100000000));
  puts(T(0x8000000000000000)); puts(T(9223372036854775807)); puts(T(037777777777)); puts(T(0b11111111111111111111111111111111));
  puts(T(1u)); puts(T(1L)); puts(T(1lu)); puts(T(1UL)); puts(T(1ll)); puts(T(1LLu)); puts(T(1uLL)); puts(T(4294967296u)); puts(T(1.)); puts(T(1.f)); puts(T(.1l)); puts(T('a')); puts(T(0x1p3f)); puts(T(1e1L));
  printf("%d %d %d %llu\n", 0b101, 0B11, 010, 0b1000000000000000000000000000000000000000000000000000000000000001ull);
  printf("%a %g %g %g %g\n", 0x1.8p1, 0x.8p0, 0X1P-2, 1e+3, 0x1.fffffffffffffp1023);
  printf("%d %d %d %d\n", '\x41', '\101', '\0', '\377');
  printf("%d %d %d\n", (int)sizeof("\0123"), (int)sizeof "\x41" "1", (int)sizeof("a" "b" "\0"));
  printf("%d %d\n", "\x41" "1"[0] == 'A', (int)strlen("a\0b"));
  printf("%d %d %d\n", (int)sizeof(L"ab" "cd"), (int)sizeof("ab" L"cd"), (int)(L"x" L"\xff")[1]);
  printf("%d %d %d %d %d %d %d %d\n", '\a', '\b', '\f', '\n', '\r', '\t', '\v', '\e');
  return 0;
}
