/* TUF-UB-031 a row behind the last but one of a matrix, from which an element before is taken */
int main(void) {
  int m[3][4] = {{0}};
  return m[4][-8]; /* HERE */
}
