/* TUF-UB-027 7.26.5.6p2 a thread is joined twice */
extern int thread_spawn(long (*)(void *), void *);
extern long thread_join(int);
static long work(void *p) { return 0; }
int main(void) {
  int t = thread_spawn(work, 0);
  thread_join(t);
  thread_join(t); /* HERE */
  return 0;
}
