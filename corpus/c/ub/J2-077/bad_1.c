/* TUF-UB-031 an array that is too short */
static int first(int a[static 4]) { return a[0]; }
int main(void) {
  int a[2] = {1, 2};
  return first(a) == 0; /* HERE */
}
