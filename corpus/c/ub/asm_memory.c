/* TUF-UB-026 inline assembly that writes memory and does not say so */
int main(void) {
  int x = 1;
  asm("movl $5, (%0)" : : "r"(&x)); /* HERE */
  return x;
}
