/* TUF-UB-009 6.3.2.3p5 a number is used as a pointer */
int main(void) {
  int *p = (int *)0x1000;
  *p = 3; /* HERE */
  return 0;
}
