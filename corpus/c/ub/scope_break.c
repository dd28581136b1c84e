/* TUF-UB-013 a variable whose block was left by break is used */
int main(void) {
  int *p = 0;
  while (1) {
    int x = 3;
    p = &x;
    break;
  }
  return *p; /* HERE */
}
