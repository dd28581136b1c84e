/* Inline assembly: constraints, modifiers, flags, loops, locked operations. */
#include <stdio.h>
#include <stdint.h>
#include <string.h>
static inline uint32_t swap(uint32_t x) { __asm__("bswap %0" : "+r"(x)); return x; }
static inline uint64_t mul(uint64_t a, uint64_t b, uint64_t *hi) {
  uint64_t lo;
  asm("mulq %3" : "=a"(lo), "=d"(*hi) : "a"(a), "rm"(b) : "cc");
  return lo;
}
static inline int rol(unsigned x, unsigned char n) { asm("roll %b1, %0" : "+r"(x) : "c"(n) : "cc"); return x; }
static void inc(int *p) { asm volatile("lock; addl $1, %0" : "+m"(*p) : : "memory", "cc"); }
static unsigned cas(volatile unsigned *p, unsigned old, unsigned new) {
  unsigned r; unsigned char ok;
  asm volatile("lock cmpxchgl %3, %1\n\tsete %2" : "=a"(r), "+m"(*p), "=q"(ok) : "r"(new), "0"(old) : "memory");
  return r * 10 + ok;
}
static int flag(int a, int b) { int r; asm("cmpl %2, %1" : "=@ccl"(r) : "r"(a), "r"(b)); return r; }
static int named(int a) { int r; asm("leal %c[k](%q[in],%q[in],4), %[out]" : [out] "=r"(r) : [in] "r"((long)a), [k] "i"(7)); return r; }
static void copy(void *d, const void *s, size_t n) {
  asm volatile("rep movsb" : "+D"(d), "+S"(s), "+c"(n) : : "memory");
}
static void add128(uint64_t *a, const uint64_t *b) {
  asm("addq %2, %0\n\tadcq %3, %1" : "+&r"(a[0]), "+r"(a[1]) : "g"(b[0]), "g"(b[1]) : "cc");
}
static double sq(double x) { double r; asm("sqrtsd %1, %0" : "=x"(r) : "x"(x)); return r; }
static int loop(int n) { int r = 0; asm("1: addl %1, %0\n\tdecl %1\n\tjnz 1b" : "+r"(r), "+r"(n) : : "cc"); return r; }
typedef float v4 __attribute__((vector_size(16)));
static v4 addv(v4 a, v4 b) { asm("addps %1, %0" : "+x"(a) : "xm"(b)); return a; }
static unsigned hi8(unsigned x) { unsigned r; asm("movzbl %h1, %0" : "=r"(r) : "Q"(x)); return r; }
static long sel(const char *s) { long n; asm volatile("repne scasb\n\tnotq %0\n\tdecq %0" : "=c"(n), "+D"(s) : "a"(0), "0"(-1L) : "memory", "cc"); return n; }
static int *follow(int **p) { int *r; asm("movq (%1), %0" : "=r"(r) : "r"(p) : "memory"); return r; }
static unsigned char set(unsigned long *w, long n) { unsigned char c; asm volatile("btsq %2, %0\n\tsetc %1" : "+m"(*w), "=qm"(c) : "Ir"(n) : "cc"); return c; }
static int many(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k, int l, int m) {
  asm("addl %1, %0; addl %2, %0; addl %3, %0; addl %4, %0; addl %5, %0; addl %6, %0; addl %7, %0; addl %8, %0; addl %9, %0;"
      "addl %10, %0; addl %11, %0; addl %12, %0"
      : "+r"(a) : "r"(b), "r"(c), "r"(d), "r"(e), "r"(f), "r"(g), "r"(h), "r"(i), "r"(j), "r"(k), "r"(l), "r"(m) : "cc");
  return a;
}
static long kept(long x) {
  asm("pushq %%rbx; movq %1, %%rbx; leaq (%%rbx,%%rbx), %0; popq %%rbx" : "=r"(x) : "r"(x));
  asm("movq %0, %%r12; incq %%r12; movq %%r12, %0" : "+r"(x) : : "r12", "cc");
  return x;
}
struct pair { int a, b; };
static int part(struct pair *p) { asm("xchgl %0, %1" : "+m"(p->a), "+r"(p->b)); return p->a * 100 + p->b; }
static int flags(unsigned a, unsigned b) {
  _Bool c, z, o; unsigned r = a;
  asm("subl %4, %0" : "+r"(r), "=@ccc"(c), "=@ccz"(z), "=@cco"(o) : "r"(b));
  return c * 100 + z * 10 + o;
}
static unsigned char low(unsigned short x) { unsigned char r; asm("movb %b1, %0" : "=q"(r) : "q"(x)); return r; }
static float half(float x) { asm("mulss %1, %0" : "+x"(x) : "m"(*(const float[]){0.5f})); return x; }
static int alternatives(int x) { asm("{addl $2, %0|add %0, 2}" : "+r"(x)); return x; }
static int forward(int x) {
  int r;
  asm("testl %1, %1\n\tjs 1f\n\tmovl $1, %0\n\tjmp 2f\n1:\tmovl $-1, %0\n2:" : "=&r"(r) : "r"(x) : "cc");
  return r;
}
static int constant(void) { int r; asm("movl %1, %0" : "=r"(r) : "i"(sizeof(struct pair) * 3)); return r; }
int main(void) {
  printf("%d %ld\n", many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13), kept(21));
  struct pair pr = {1, 2};
  printf("%d %d %d %d\n", part(&pr), flags(1, 2), flags(7, 7), flags(0x80000000u, 1));
  printf("%d %g %d %d %d %d\n", low(0x1234), half(3), alternatives(40), forward(-5), forward(5), constant());
  uint64_t hi, lo = mul(0x123456789abcdef0, 0xfedcba9876543210, &hi);
  printf("%x %llx %llx %x\n", swap(0x01020304), (unsigned long long)lo, (unsigned long long)hi, rol(0x80000001, 4));
  int k = 41; inc(&k);
  volatile unsigned v = 5;
  unsigned first = cas(&v, 5, 9), second = cas(&v, 5, 10);
  printf("%d %u %u %u\n", k, first, second, v);
  printf("%d %d %d\n", flag(-1, 1), flag(1, -1), named(3));
  char buf[16]; copy(buf, "hello, asm", 11);
  uint64_t a[2] = {~0ull, 1}, b[2] = {1, 2};
  add128(a, b);
  printf("%s %llu %llu %.17g %d\n", buf, (unsigned long long)a[0], (unsigned long long)a[1], sq(2), loop(10));
  v4 w = addv((v4){1, 2, 3, 4}, (v4){.5, .25, 8, -4});
  printf("%g %g %g %g %x %ld\n", w[0], w[1], w[2], w[3], hi8(0xabcd), sel("strlen"));
  int *p = &k;
  printf("%d\n", *follow(&p));
  unsigned long word = 8;
  unsigned char c0 = set(&word, 3), c1 = set(&word, 4);
  printf("%d %d %lu\n", c0, c1, word);
  asm volatile("pause" ::: "memory");
  asm volatile("mfence" : : : "memory");
  unsigned eax = 0, ebx, ecx, edx;
  asm volatile("cpuid" : "+a"(eax), "=b"(ebx), "=c"(ecx), "=d"(edx) : "2"(0));
  printf("%d\n", eax > 0);
  unsigned tl, th, ul, uh; asm volatile("rdtsc" : "=a"(tl), "=d"(th));
  asm volatile("rdtsc" : "=a"(ul), "=d"(uh));
  printf("%d\n", ((uint64_t)uh << 32 | ul) >= ((uint64_t)th << 32 | tl));
  int x = 5, y; asm("" : "=r"(y) : "0"(x));
  asm("xchgl %0, %1" : "+r"(x), "+m"(k));
  printf("%d %d %d\n", x, y, k);
  return 0;
}
