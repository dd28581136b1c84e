/* TUF-UB-027 7.26.5.6p2 a number that is no thread */
extern long thread_join(int);
int main(void) {
  thread_join(7); /* HERE */
  return 0;
}
