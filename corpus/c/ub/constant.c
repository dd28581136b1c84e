/* TUF-UB-011 a string literal is written */
int main(void) {
  char *s = "literal";
  s[0] = 'L'; /* HERE */
  return s[0];
}
