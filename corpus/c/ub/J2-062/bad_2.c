/* TUF-UB-007 6.5.6p8 none at all */
struct list { int n; char tail[]; };
int main(void) {
  struct list x = {3};
  return x.tail[8]; /* HERE */
}
