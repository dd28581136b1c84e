/* TUF-UB-031 a variable of a loop body is uninitialised again in the second iteration */
int main(void) {
  int s = 0;
  for (int i = 0; i < 2; i++) {
    int x;
    if (i == 0)
      x = 1;
    if (x) /* HERE */
      s++;
  }
  return s;
}
