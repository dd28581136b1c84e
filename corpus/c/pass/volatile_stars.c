/* Pointers to pointers to volatile objects are not volatile themselves, nor are arrays of them. From csmith. */
typedef long long i64;
int main(void) {
  volatile i64 v = 1; volatile i64 * volatile p = &v; volatile i64 * volatile *pp = &p;
  volatile i64 * volatile **a[2] = {&pp, &pp};
  volatile i64 * volatile **s = &pp;
  volatile i64 * volatile ***l = &a[1];
  volatile i64 * volatile ***m = &s;
  *m = &pp;
  *l = &pp;
  return (int)***a[1] - 1;
}
