/* TUF-UB-031 6.3.2.1p2 a loop counts from an object without a value */
int main(void) {
  int i, n = 0;
  while (i < 3) { /* HERE */
    n++;
    i++;
  }
  return n;
}
