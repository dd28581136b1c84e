/* TUF-UB-031 a float that no int holds */
int main(void) {
  double d = 3e9;
  int x = d; /* HERE */
  return x * 0;
}
