/* TUF-UB-007 6.5.6p8 a row too far */
int main(void) {
  int m[2][3] = {{0}};
  return m[2][0]; /* HERE */
}
