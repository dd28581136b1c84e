/* TUF-UB-011 6.4.5p7 the first letter of a literal */
int main(void) {
  char *s = "abc";
  s[0] = 'A'; /* HERE */
  return 0;
}
