/* TUF-UB-013 an array of a loop body is used after the loop */
int main(void) {
  int *last = 0;
  for (int i = 0; i < 3; i++) {
    int a[2] = {i, i};
    last = a;
  }
  return *last; /* HERE */
}
