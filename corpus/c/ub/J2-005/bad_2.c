/* TUF-UB-023 5.1.2.4p25 the main thread reads before it joins */
extern int thread_spawn(long (*)(void *), void *);
extern long thread_join(int);
static int ready;
static long work(void *p) {
  ready = 1; /* HERE */
  return 0;
}
int main(void) {
  int a = thread_spawn(work, 0);
  int seen = ready;
  thread_join(a);
  return seen > 1;
}
