/* TUF-UB-021 inline assembly that is given an object without a value */
int main(void) {
  int x;
  asm("incl %0" : "+m"(x)); /* HERE */
  return x;
}
