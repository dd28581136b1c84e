/* TUF-UB-031 6.5.8p5 whether a pointer lies in a buffer */
static char buffer[16];
static int inside(const char *p) {
  return p >= buffer && p < buffer + 16; /* HERE */
}
int main(void) {
  char other;
  return inside(&other);
}
