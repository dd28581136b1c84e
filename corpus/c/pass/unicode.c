/* Literals with the prefixes u and U, and escape sequences of wide ones: values, sizes, initialisers, macros, strings that are joined. */
#include <wchar.h>
#include <uchar.h>
int printf(const char*,...);
#define S u"macro"
#define T(x) x x
static const char16_t g[] = u"\u03b2 \xffff" "ab" u"\U0001F600"; static const char32_t h[8] = U"h\x1f600";
static const char16_t *tab[] = { u"one", u"two", S }; struct s { char16_t n[6]; char32_t c; } st = { u"abc", U'\x1F600' }, st2 = { .c = U'é', .n = { u"q" } };
static int len(const char16_t *p) { int n = 0; while (*p++) n++; return n; }
int main(void){ 
 char16_t *t=u"abz"; char32_t *w=U"ab" U"\u03b2"; wchar_t *s = L"\x3b2\x1f600y";
 char16_t c=u'a', c2 = u'\x3b2', c3=u'β'; char32_t d=U'\x1f600', d2=U'\U0001F600'; wchar_t e=L'\u03b2', f=L'\x3b2', f3=L'\777', f4=L'β';
 printf("%x %x %x %x %x %x %x %x %x\n", c,c2,c3,d,d2,e,f,f3,f4);
 printf("%x %x %x %x %x %x %x %x\n", t[0],t[2],t[3],w[1],w[2],w[3],s[0],s[1]);
 printf("%d %d %d %d %d\n", (int)sizeof g, (int)sizeof h, (int)sizeof u"abc", (int)sizeof U"abc", (int)sizeof S);
 for (int i = 0; i < (int)(sizeof g / sizeof *g); i++) printf("%x ", g[i]); for (int i = 0; i < 8; i++) printf("%x ", h[i]); printf("\n");
 for (int i = 0; i < 3; i++) printf("%d %x\n", len(tab[i]), tab[i][2]);
 printf("%x %x %x %x\n", st.n[2], st.c, st2.n[0], st2.c);
 const char16_t *p = T(u"r"); printf("%d %s\n", len(p), "u\"x\" U'y'"); char *u = "z", U = 'q'; printf("%s%c\n", u,U);
 return sizeof(st); }
