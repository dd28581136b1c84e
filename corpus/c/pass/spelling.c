%:include <stdio.h>
/* Digraphs (C11 6.4.6p3), universal character names in identifiers (6.4.2.1), constants of several characters (6.4.4.4p10, the value
   is gcc's), arrays of unknown length in prototypes (6.7.6.2p4). */
%:define PASTE(a, b) a %:%: b
#define TAG 'ab'
#define TEXT(x) #x
enum { A = 'abc', B = 'abcd' };
#if 'ab' == 24930 && TAG == 24930
static int sized['ab' - 24928];
#endif
int caf\u00e9(int \U000000e9t\u00e9) { return \U000000e9t\u00e9 + 1; }
static int last(int n, int a[*]);
static int corner(int n, int m, int a[n][*]);
static int mixed(int n, int (*)[*], int [const *], int f(int, int [*]));
static int last(int n, int a[static const n]) { return a[n - 1]; }
static int corner(int n, int m, int a[n][m]) { return a[n - 1][m - 1]; }
static int mixed(int n, int (*p)[n], int q[const], int f(int, int[*])) { return p[1][1] + q[0] + f(2, p[0]); }

int main(void) <%
  int a<:2:> = <% 1, 2 %>, two = 2, b<::> = {0<:a:>};
  switch (24930) {
  case TAG:
    printf("%s %d\n", TEXT(a), 7 %two);
  }
  printf("%d %d %d %d %d\n", A, B, (int)sizeof sized, 'é', '\xff\xff\xff\xff');
  printf("%d %d %d %d\n", '\1234', 'a\nb', '\x41\\', PASTE(a, )[1] << 1);
  printf("%d %d %s%s\n", café(2), caf\u00e9(b<:0:>), "\u00e9t<:", "??=%:");
  int grid[2][2] = {{1, 2}, {3, 4}};
  printf("%d %d %d\n", last(2, a), corner(2, 2, grid), mixed(2, grid, a, last));
  return 0;
%>
