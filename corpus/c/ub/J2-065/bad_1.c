/* TUF-UB-031 a volatile object is read through another pointer */
static volatile int flag = 1;
int main(void) {
  int *p = (int *)&flag;
  return *p == 0; /* HERE */
}
