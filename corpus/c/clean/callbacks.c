#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef int (*cmp)(const void *, const void *);
struct rec { char name[12]; int age; float w; };
static int by_name(const void *a, const void *b) { return strcmp(((const struct rec *)a)->name, ((const struct rec *)b)->name); }
static int by_age(const void *a, const void *b) { const struct rec *x = a, *y = b; return (x->age > y->age) - (x->age < y->age); }
static int pstr(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static void each(void *base, size_t n, size_t size, void (*f)(void *, void *), void *arg) { for (char *p = base, *e = p + n * size; p < e; p += size) f(p, arg); }
static void grow(void *p, void *arg) { ((struct rec *)p)->age += *(int *)arg; }
static void swap(void *a, void *b, size_t n) { unsigned char *p = a, *q = b; while (n--) { unsigned char t = *p; *p++ = *q; *q++ = t; } }
static void isort(void *base, size_t n, size_t size, cmp f) { char *b = base; for (size_t i = 1; i < n; i++) for (size_t j = i; j > 0 && f(b + (j - 1) * size, b + j * size) > 0; j--) swap(b + (j - 1) * size, b + j * size, size); }
struct shape; struct vt { double (*area)(const struct shape *); const char *name; }; struct shape { const struct vt *vt; }; struct sq { struct shape base; double a; }; struct ci { struct shape base; double r; };
static double sqa(const struct shape *s) { const struct sq *q = (const struct sq *)s; return q->a * q->a; } static double cia(const struct shape *s) { return 3 * ((const struct ci *)s)->r * ((const struct ci *)s)->r; }
static const struct vt SQ = {sqa, "sq"}, CI = {cia, "ci"};
int main(void) { struct rec r[] = {{"zed", 30, 1}, {"amy", 25, 2}, {"bob", 41, 3}}; size_t n = sizeof r / sizeof *r; cmp fs[] = {by_name, by_age}; for (int i = 0; i < 2; i++) { qsort(r, n, sizeof *r, fs[i]); for (size_t k = 0; k < n; k++) printf("%s ", r[k].name); puts(""); } int d = 2; each(r, n, sizeof r[0], grow, &d); struct rec key = {.age = 32}; struct rec *f = bsearch(&key, r, n, sizeof *r, by_age); printf("%s\n", f ? f->name : "none"); isort(r, n, sizeof *r, by_name); printf("%s %d\n", r[0].name, r[0].age); const char *w[] = {"q", "a", "m"}; qsort(w, 3, sizeof *w, pstr); puts(w[0]); struct sq s = {{&SQ}, 2}; struct ci c = {{&CI}, 1}; const struct shape *all[] = {&s.base, &c.base}; for (int i = 0; i < 2; i++) printf("%s %g\n", all[i]->vt->name, all[i]->vt->area(all[i])); return 0; }
