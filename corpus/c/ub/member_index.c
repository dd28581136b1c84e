/* TUF-UB-031 an index behind an array that is followed by another member (C11 6.5.6p8) */
struct record { char name[4]; int balance; };
static void clear(struct record *r, int n) {
  for (int i = 0; i < n; i++)
    r->name[i] = 0; /* HERE */
}
int main(void) {
  struct record r = {"abc", 7};
  clear(&r, 4);
  clear(&r, 5);
  return r.balance == 7;
}
