/* TUF-UB-001/TUF-UB-031 6.3.2.1p2 padding between members */
struct s { char c; int i; };
int main(void) {
  struct s x;
  x.c = 'a';
  x.i = 1;
  unsigned char *p = (unsigned char *)&x;
  if (p[1] == 3) /* HERE */
    return 1;
  return 0;
}
