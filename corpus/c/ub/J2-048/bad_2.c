/* TUF-UB-031 6.5.6p9 the length by another string */
static char one[8], two[8];
static long length(char *end) {
  return end - one; /* HERE */
}
int main(void) { return length(two + 1) == 0; }
