/* A corner of the language, with what gcc prints as the expected output. */
#include <stdio.h>
enum { PUSH, ADD, MUL, DUP, JNZ, DEC, HALT };
static long run(const int *code) {
  static const void *tab[] = { [PUSH] = &&push, [ADD] = &&add, [MUL] = &&mul, [DUP] = &&dup, [JNZ] = &&jnz, [DEC] = &&dec, [HALT] = &&halt };
  long st[16], *sp = st; const int *pc = code;
#define NEXT goto *tab[*pc++]
  NEXT;
push: *sp++ = *pc++; NEXT;
add: sp--; sp[-1] += sp[0]; NEXT;
mul: sp--; sp[-1] *= sp[0]; NEXT;
dup: *sp = sp[-1]; sp++; NEXT;
jnz: if (sp[-1]) pc += *pc; else pc++; NEXT;
dec: sp[-1]--; NEXT;
halt: return sp - st > 1 ? sp[-2] * 1000 + sp[-1] : sp[-1];
}
static int rel(int n) { static const int off[] = { &&a - &&a, &&b - &&a, &&c - &&a }; goto *(&&a + off[n]); a: return 10; b: return 20; c: return 30; }
static int into(int n) { int r = 0; if (n > 5) goto mid; for (int i = 0; i < 3; i++) { r += i; if (0) { mid: r += 100; i = 2; } } return r; }
static int sw(int n) { int r = 0; switch (n) { int k; case 1: k = 5; r = k; break; { case 2: r += 7; } if (0) case 3: r += 9; default: r += 1; } return r; }
static int nest(int n) { int c = 0; outer: for (int i = 0;; i++) { for (int j = 0;; j++) { c++; if (j == n) goto next; if (c > 20) goto out; } next: if (i == 2) { if (c < 15) { n++; goto outer; } goto out; } } out: return c; }
int main(void) {
  int fact[] = { PUSH, 3, PUSH, 4, MUL, DUP, ADD, HALT }; printf("%ld\n", run(fact));
  int loop[] = { PUSH, 3, DEC, JNZ, -2, HALT }; printf("%ld\n", run(loop));
  printf("%d %d %d\n", rel(0), rel(1), rel(2)); printf("%d %d\n", into(1), into(9)); for (int i = 0; i < 5; i++) printf("%d ", sw(i)); printf("\n%d %d\n", nest(1), nest(4));
  void *where = &&here; int times = 0; here: if (++times < 3) goto *where; printf("%d\n", times);
  { __label__ loc; int q = 0; loc: if (q++ < 2) goto loc; printf("%d\n", q); } 
  return 0;
}
