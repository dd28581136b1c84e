/* TUF-UB-031 a member that was never written is compared */
struct pair { int a, b; };
int main(void) {
  struct pair p;
  p.a = 1;
  if (p.a == p.b) /* HERE */
    return 1;
  return 0;
}
