/* TUF-UB-031 an int is read at an odd address */
int main(void) {
  char bytes[8] = {0};
  int *p = (int *)(bytes + 1); /* HERE */
  return *p;
}
