/* TUF-UB-031 6.3.2.1p2 a switch of an object without a value */
int main(void) {
  int kind;
  switch (kind) { /* HERE */
  case 1: return 1;
  default: return 0;
  }
}
