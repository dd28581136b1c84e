/* TUF-UB-031 6.5.7p4 of a negative number */
int main(void) {
  int x = -1;
  x = x << 1; /* HERE */
  return 0;
}
