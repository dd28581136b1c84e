/* TUF-UB-031 a left shift into the sign */
int main(void) {
  int x = 1;
  x = x << 31; /* HERE */
  return 0;
}
