/* TUF-UB-031 members of a union that overlap in part */
union u { struct { int a[4]; } x; struct { int pad; struct { int a[4]; } y; } z; };
struct four { int a[4]; };
int main(void) {
  int m[6] = {0};
  *(struct four *)m = *(struct four *)(m + 1); /* HERE */
  return 0;
}
