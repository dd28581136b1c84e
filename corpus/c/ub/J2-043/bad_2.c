/* TUF-UB-005 6.5.3.2p4 a member through null */
struct s { int a; };
static int get(const struct s *p) { return p->a; } /* HERE */
int main(void) { return get(0); }
