/* TUF-UB-026 inline assembly that leaves the direction flag set */
int main(void) {
  asm volatile("std" : : : "cc"); /* HERE */
  return 0;
}
