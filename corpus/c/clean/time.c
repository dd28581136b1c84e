#include <stdio.h>
#include <time.h>
#include <string.h>
#include <stdlib.h>
#include <locale.h>
#include <wchar.h>
#include <wctype.h>
#include <errno.h>
#include <threads.h>
static mtx_t m; static cnd_t c; static int turn, log_[8], nlog; static tss_t key; static once_flag of = ONCE_FLAG_INIT; static int onces;
static void init(void) { onces++; }
static int player(void *arg) { int me = *(int *)arg; call_once(&of, init); tss_set(key, arg); for (int i = 0; i < 3; i++) { mtx_lock(&m); while (turn != me) cnd_wait(&c, &m); log_[nlog++] = me; turn = !turn; cnd_broadcast(&c); mtx_unlock(&m); } return *(int *)tss_get(key); }
int main(void) { struct tm t = {.tm_year = 124, .tm_mon = 1, .tm_mday = 29, .tm_hour = 12}; char b[64]; if (strftime(b, sizeof b, "%Y-%m-%d %H:%M", &t)) puts(b); time_t k = mktime(&t); struct tm *u = gmtime(&k); printf("%d %d\n", u->tm_mday, t.tm_wday); char *a = asctime(&t); printf("%.10s\n", a); printf("%d\n", difftime(k, k) == 0); setlocale(LC_ALL, ""); struct lconv *lc = localeconv(); printf("%s\n", lc->decimal_point); wchar_t w[16] = L"wide"; wcscat(w, L"!"); printf("%zu %d\n", wcslen(w), wcscmp(w, L"wide!")); wchar_t toks[] = L"a b", *st; for (wchar_t *p = wcstok(toks, L" ", &st); p; p = wcstok(NULL, L" ", &st)) printf("%d", (int)wcslen(p)); puts(""); printf("%d %d\n", iswalpha(L'x') != 0, towupper(L'x') == L'X'); mbstate_t s = {0}; wchar_t wc; printf("%d\n", (int)mbrtowc(&wc, "q", 1, &s)); char words[] = "the quick,brown"; for (char *p = strtok(words, " ,"); p; p = strtok(NULL, " ,")) printf("%s.", p); puts(""); char *e; errno = 0; long v = strtol("12abc", &e, 10); printf("%ld %s %d\n", v, e, errno); printf("%s\n", strerror(ENOENT)); char *env = getenv("NOPE"); printf("%d\n", env == NULL); mtx_init(&m, mtx_plain); cnd_init(&c); tss_create(&key, NULL); thrd_t th[2]; int id[2] = {0, 1}; for (int i = 0; i < 2; i++) thrd_create(&th[i], player, &id[i]); int r = 0, x; for (int i = 0; i < 2; i++) { thrd_join(th[i], &x); r += x; } for (int i = 0; i < nlog; i++) printf("%d", log_[i]); printf(" %d %d\n", r, onces); mtx_destroy(&m); cnd_destroy(&c); tss_delete(key); return 0; }
