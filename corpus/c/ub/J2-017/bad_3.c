/* TUF-UB-031 6.3.1.4p1 a negative float becomes unsigned */
int main(void) {
  float f = -1.5f;
  unsigned x = (unsigned)f; /* HERE */
  (void)x;
  return 0;
}
