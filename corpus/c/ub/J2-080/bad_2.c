/* TUF-UB-001/TUF-UB-031 6.3.2.1p2 bits without a name between members */
struct s { char c; int : 24; int i; };
int main(void) {
  struct s x;
  x.c = 'a';
  x.i = 1;
  unsigned char *p = (unsigned char *)&x;
  if (p[1] == 3) /* HERE */
    return 1;
  return 0;
}
