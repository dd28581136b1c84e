/* TUF-UB-031 a null pointer */
static int none(const char s[static 1]) { return s == 0; }
int main(void) {
  const char *p = 0;
  return none(p) == 2; /* HERE */
}
