/* A corner of the language, with what gcc prints as the expected output. */
%:include <stdio.h>
%:define CAT(a, b) a %:%: b
%:define STR(x) %:x
#define XSTR(x) STR(x)
#define EMPTY
#define F(x, ...) g(x, ##__VA_ARGS__)
#define CNT(...) CNT_(__VA_ARGS__, 5, 4, 3, 2, 1)
#define CNT_(a, b, c, d, e, n, ...) n
#define recv_2 recv_ + 1
#define LIST X(red) X(green) X(blue)
#define X(c) c,
enum color <% LIST count %>;
#undef X
#define X(c) #c,
static const char *names<::> = <% LIST %>;
#undef X
#define obj() 5
#define par(x) (x)
#define LPAREN (
#define hash_hash # ## #
#define mkstr(a) # a
#define in_between(a) mkstr(a)
#define join(c, d) in_between(c hash_hash d)
static int g(int n, ...) { return n; } static int recv_ = 1; int obj = 7;
int main(void) <%
  int CAT(va, lue) = 3, arr<:2:> = <% 1, 2 %>; printf("%d %d %s\n", value, arr<:1:>, STR(a "q\n" 'c'));
  printf("%s %s %d %d\n", XSTR(CAT(x, y)), STR(CAT(x, y)), F(1), F(2, 3)); printf("%d %d %d\n", CNT(a), CNT(a, b, c), count);
  for (int i = 0; i < count; i++) printf("%s ", names<:i:>); printf("%d %d %d\n", recv_2, obj, obj());  printf("%s\n", join(x, y));
  printf("%s|%s|\n", STR(  spaced   out  ), STR()); printf("%d %d\n", __LINE__, __COUNTER__ + __COUNTER__);
#line 500 "other.c"
  printf("%d %s\n", __LINE__, __FILE__);
#if defined(X) || (defined EMPTY && !0xFFL - 255 == -0xFE + 0) && 'a' == 97 && (2 || 1 / 0)
  puts("yes");
#elif 1
  puts("elif");
#endif
#if -1 > 0u && (1 ? -1 : 0u) > 0 && ~0 < 0
  puts("unsigned");
#endif
  printf("a" "b" /* c */ "c\
d" "\x41" "B" "\101\n"); return 0; %>
