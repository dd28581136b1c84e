/* TUF-UB-023 5.1.2.4p25 two threads count without a lock */
extern int thread_spawn(long (*)(void *), void *);
extern long thread_join(int);
static int count;
static long work(void *p) {
  count = count + 1; /* HERE */
  return 0;
}
int main(void) {
  int a = thread_spawn(work, 0), b = thread_spawn(work, 0);
  thread_join(a);
  thread_join(b);
  return 0;
}
