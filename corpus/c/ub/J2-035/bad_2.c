/* TUF-UB-031 an index that is incremented in the same expression */
int main(void) {
  int a[3] = {0}, i = 0;
  a[i] = i++; /* HERE */
  return a[0];
}
