/* TUF-UB-005 6.5.3.2p4 the first element behind a null pointer */
int main(void) {
  int *p = 0;
  return p[0]; /* HERE */
}
