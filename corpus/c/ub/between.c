/* TUF-UB-031 pointers into two objects are compared */
int main(void) {
  int a, b;
  int *p = &a, *q = &b;
  if (p < q) /* HERE */
    return 1;
  return 0;
}
