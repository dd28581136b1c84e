/* TUF-UB-031 --restrict an array is read by another name */
static int a[4];
static void scale(int *restrict p) {
  p[0] = 2;
  a[1] = a[0]; /* HERE */
}
int main(void) {
  scale(a);
  return 0;
}
