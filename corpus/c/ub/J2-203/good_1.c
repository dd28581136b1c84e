extern int thread_spawn(long (*)(void *), void *);
extern long thread_join(int);
static long work(void *p) { return 4; }
int main(void) {
  int t = thread_spawn(work, 0);
  return thread_join(t) != 4;
}
