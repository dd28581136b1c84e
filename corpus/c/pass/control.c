/* Statements: loops, switch with ranges and fall-through, Duff's device, goto, computed goto, statement expressions. */
#include <stdio.h>

static int duff(char *to, const char *from, int n) {
  int k = (n + 3) / 4;
  switch (n % 4) {
  case 0: do { *to++ = *from++;
  case 3: *to++ = *from++;
  case 2: *to++ = *from++;
  case 1: *to++ = *from++;
          } while (--k > 0);
  }
  return n;
}

static const char *kind(int c) {
  switch (c) {
  case 'a' ... 'z': return "lower";
  case 'A' ... 'Z': return "upper";
  case '0' ... '9': return "digit";
  case -1000000 ... -1: return "negative";
  default: return "other";
  }
}

static int machine(const unsigned char *code) {
  static void *const table[] = {&&halt, &&add, &&mul, &&back};
  int acc = 1, rounds = 0;
  const unsigned char *pc = code;
  goto *table[*pc];
add:
  acc += pc[1];
  pc += 2;
  goto *table[*pc];
mul:
  acc *= pc[1];
  pc += 2;
  goto *table[*pc];
back:
  pc = ++rounds < 3 ? code : pc + 1;
  goto *table[*pc];
halt:
  return acc;
}

int main(void) {
  char b[12] = {0};
  duff(b, "hello world", 11);
  puts(b);
  for (int c = -2; c < 128; c += 17) printf("%d %s\n", c, kind(c));
  static const unsigned char code[] = {1, 3, 2, 2, 3, 0};
  printf("%d\n", machine(code));
  int i = 0, sum = 0;
again:
  if (i++ < 10) {
    if (i == 3) goto again;
    for (;;) {
      sum += i;
      if (sum % 2) break;
      sum += 3;
      if (sum > 5) break;
      continue;
    }
    goto again;
  }
  printf("%d\n", sum);
  int v = ({ int t = sum; t > 3 ? t * 2 : 0; });
  printf("%d %d\n", v, (i++, i += 2, i));
  do sum -= 7; while (sum > 0 && sum != 3);
  while (sum < 5) sum++;
  printf("%d\n", sum);
  switch (sum) { int unused; case 5: unused = 4; printf("%d\n", unused); }
  printf("%d %d %d\n", 1 && 0 || 2, !(3 && 4), 0 || (sum = 0, 7));
  return 0;
}
