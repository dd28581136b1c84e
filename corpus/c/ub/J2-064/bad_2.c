/* TUF-UB-011 a const local object */
int main(void) {
  const int limit = 3;
  int *p = (int *)&limit;
  *p = 4; /* HERE */
  return 0;
}
