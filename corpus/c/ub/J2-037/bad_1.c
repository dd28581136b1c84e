/* TUF-UB-031 --effective-types a float is read as an int */
int main(void) {
  float f = 1;
  return *(int *)&f == 0; /* HERE */
}
