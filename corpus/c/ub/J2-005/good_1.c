extern int thread_spawn(long (*)(void *), void *);
extern long thread_join(int);
static int count;
static long work(void *p) {
  count = count + 1;
  return 0;
}
int main(void) {
  thread_join(thread_spawn(work, 0));
  thread_join(thread_spawn(work, 0));
  return count != 2;
}
