/* TUF-UB-031 members of a union that overlap in part are assigned (C11 6.5.16.1p3) */
struct pair { int x, y; };
union u {
  struct { struct pair p; } m;
  struct { int pad; struct pair p; } n;
};
int main(void) {
  union u v = {{{1, 2}}};
  v.m.p = v.m.p;
  v.n.p = v.m.p; /* HERE */
  return 0;
}
