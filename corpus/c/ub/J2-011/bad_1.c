/* TUF-UB-031 6.3.2.1p2 a condition reads an object without a value */
int main(int argc, char **argv) {
  int x;
  int *p = &x;
  if (argc > 5)
    *p = 1;
  if (x) /* HERE */
    return 1;
  return 0;
}
