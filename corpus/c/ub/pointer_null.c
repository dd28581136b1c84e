/* TUF-UB-031 a null pointer that is moved */
int main(void) {
  char *p = 0;
  p += 1; /* HERE */
  return 0;
}
