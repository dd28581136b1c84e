/* TUF-UB-011 6.7.3p6 a const object of static storage */
static const int limit = 3;
int main(void) {
  *(int *)&limit = 4; /* HERE */
  return 0;
}
