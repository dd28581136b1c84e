/* TUF-UB-031 i = i++ */
int main(void) {
  int i = 1;
  i = i++; /* HERE */
  return i;
}
