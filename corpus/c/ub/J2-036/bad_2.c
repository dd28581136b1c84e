/* TUF-UB-031 6.5p5 a product of ints that needs a long */
int main(void) {
  int seconds = 100000;
  long us = seconds * 1000000; /* HERE */
  return us == 0;
}
