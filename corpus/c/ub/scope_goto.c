/* TUF-UB-013 a variable whose block was left by goto is used */
int main(void) {
  int *p = 0;
  {
    int x = 3;
    p = &x;
    goto out;
  }
out:
  return *p; /* HERE */
}
