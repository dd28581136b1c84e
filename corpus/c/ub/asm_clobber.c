/* TUF-UB-026 inline assembly that changes a register and does not say so */
int main(void) {
  int x = 1, y;
  asm("movl %1, %%ebx; movl %%ebx, %0" : "=r"(y) : "r"(x)); /* HERE */
  return y;
}
