/* TUF-UB-007 inline assembly that reads behind an array */
int main(void) {
  int a[2] = {1, 2}, x;
  asm("movl 8(%1), %0" : "=r"(x) : "r"(a) : "memory"); /* HERE */
  return x;
}
