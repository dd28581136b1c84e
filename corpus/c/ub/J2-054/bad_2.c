/* TUF-UB-031 an int and a short of it */
union u { unsigned i; unsigned short s[2]; };
int main(void) {
  union u x = {.i = 5};
  x.i = x.s[0]; /* HERE */
  return x.i != 5;
}
