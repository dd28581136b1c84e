extern int thread_spawn(long (*)(void *), void *);
extern long thread_join(int);
static long work(void *p) { return *(int *)p; }
int main(void) {
  int a = 1, b = 2;
  int s = thread_spawn(work, &a), t = thread_spawn(work, &b);
  return thread_join(t) + thread_join(s) != 3;
}
