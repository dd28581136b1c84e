/* Volatile objects: accesses that stay, of all sizes, of parts, and of records. */
#include <stdio.h>
#include <setjmp.h>

struct part { char c; volatile short s; int rest : 7; };
struct whole { struct part p; double d; int a[3]; };

static volatile int counter;
static volatile struct whole all;
static volatile struct { unsigned lo : 5, hi : 11; } bits;
volatile unsigned char port = 0x5a;
int *volatile moving;

static int poll(volatile int *p, int n) {
  int seen = 0;
  while (n--) seen += *p, *p = *p + 1;
  return seen;
}

static struct whole take(void) { return all; }

static jmp_buf back;

int main(void) {
  int plain = 7;
  volatile double d = 1.5;
  volatile int kept = 1;
  counter++;
  counter += 5;
  int seen = poll(&counter, 3);
  printf("%d %d\n", counter, seen);
  port |= 0x81;
  port <<= 1;
  printf("%d\n", port);
  all.p.s = -3, all.a[1] = 9, all.d = d * 2;
  struct whole copy = all;
  copy.a[2] = take().a[1] + 1;
  all = copy;
  printf("%d %d %d %g\n", all.p.s, all.a[2], take().p.s, all.d);
  bits.hi = 2047, bits.lo = 17;
  bits.hi -= 40;
  printf("%u %u\n", bits.lo, bits.hi);
  moving = &plain;
  *moving += 1;
  moving = &all.a[0] == 0 ? 0 : moving;
  printf("%d %d\n", plain, moving == &plain);
  for (volatile int i = 0; i < 3; i++) counter = i;
  if (!setjmp(back)) {
    kept = 5;
    longjmp(back, 1);
  }
  printf("%d %d\n", counter, kept);
  (void)counter;
  return 0;
}
