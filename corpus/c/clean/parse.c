#include <stdio.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <setjmp.h>
#include <stdarg.h>
struct parser { const char *p, *start; jmp_buf fail; char msg[64]; int depth; };
static _Noreturn void die(struct parser *ps, const char *f, ...) { va_list ap; va_start(ap, f); vsnprintf(ps->msg, sizeof ps->msg, f, ap); va_end(ap); longjmp(ps->fail, 1); }
static void ws(struct parser *ps) { while (isspace((unsigned char)*ps->p)) ps->p++; }
static double expr(struct parser *ps);
static double atom(struct parser *ps) {
  ws(ps);
  if (*ps->p == '(') { ps->p++; if (++ps->depth > 20) die(ps, "too deep"); double v = expr(ps); ws(ps); if (*ps->p++ != ')') die(ps, "expected ) at %td", ps->p - ps->start - 1); ps->depth--; return v; }
  if (*ps->p == '-') { ps->p++; return -atom(ps); }
  char *end; double v = strtod(ps->p, &end);
  if (end == ps->p) die(ps, "unexpected '%c' at %d", *ps->p ? *ps->p : '$', (int)(ps->p - ps->start));
  ps->p = end; return v;
}
static double term(struct parser *ps) { double v = atom(ps); for (;;) { ws(ps); if (*ps->p == '*') { ps->p++; v *= atom(ps); } else if (*ps->p == '/') { ps->p++; double d = atom(ps); if (d == 0) die(ps, "division by zero"); v /= d; } else return v; } }
static double expr(struct parser *ps) { double v = term(ps); for (;;) { ws(ps); switch (*ps->p) { case '+': ps->p++; v += term(ps); break; case '-': ps->p++; v -= term(ps); break; default: return v; } } }
static int eval(const char *s, double *out) { struct parser ps; memset(&ps, 0, sizeof ps); ps.p = ps.start = s; if (setjmp(ps.fail)) { printf("%s: %s\n", s, ps.msg); return 0; } double v = expr(&ps); ws(&ps); if (*ps.p) die(&ps, "junk"); *out = v; return 1; }
int main(void) { static const char *const t[] = {"1+2*3", "(1+2)*3", "4/(2-2)", "-(-3)", "(1", "2 +", "1 2", NULL}; double v; for (const char *const *p = t; *p; p++) if (eval(*p, &v)) printf("%s = %g\n", *p, v); return 0; }
