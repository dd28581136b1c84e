#include <stdio.h>
#define OLD(fmt, ...) printf(fmt "\n", ##__VA_ARGS__)
#define GLOG(fmt, args...) printf(fmt "\n", ##args)
#define G2(fmt, args ...) printf(fmt "\n" , ## args)
#define ALL(rest...) #rest
#  define LONG(a, list...) do { \
    int args[] = { a, list }; \
    printf("list %d %d\n", args[1], \
      (int)(sizeof args / sizeof *args)); } while (0)
#define PASS(x...) OLD(x)
static void args(int list, ...) { printf("%d\n", list); }
int main(void) {
  int rest = 2;
  OLD("none"); OLD("%d", 1);
  GLOG("none"); GLOG("%d %d", 1, 2); G2("none"); G2("%s", "args");
  puts(ALL(a, b)); puts(ALL()); LONG(1, 2, 3); PASS("%d", rest); args(4);
  return 0;
}
