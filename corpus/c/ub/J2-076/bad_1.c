/* TUF-UB-031 pointers to arrays of two sizes */
int main(void) {
  int n = 2, m = 3;
  int a[6];
  int(*p)[n] = (void *)a;
  int(*q)[m] = p; /* HERE */
  return q != (void *)a;
}
