/* TUF-UB-031 6.2.6.1p5 a union is read as a _Bool */
union u { unsigned char c; _Bool b; };
int main(void) {
  union u x;
  x.c = 255;
  _Bool y = x.b; /* HERE */
  (void)y;
  return 0;
}
