/* TUF-UB-031 an index is read and modified, and nothing says in which order (C11 6.5p2) */
static int a[4];
static void fill(int n) {
  int i = 0;
  while (i < n)
    a[i] = i++; /* HERE */
}
int main(void) {
  fill(4);
  return a[0];
}
