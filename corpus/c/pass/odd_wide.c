/* A corner of the language, with what gcc prints as the expected output. */
#include <stdio.h>
#include <wchar.h>
#include <stddef.h>
#include <string.h>
#include <wctype.h>
static const wchar_t table[][4] = { L"ab", L"\u03b1\u03b2", { L'x', L'\x79' } }; static wchar_t buf[32];
static size_t count(const wchar_t *s) { size_t n = 0; while (*s++) n++; return n; }
int main(void) {
  wchar_t s[] = L"wide" L" " L"string"; printf("%zu %zu %ls\n", sizeof s / sizeof *s, count(s), s); wcscpy(buf, s); wcscat(buf, L"!"); printf("%ls %d\n", buf, wcscmp(buf, s) > 0);
  for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) printf("%x ", (unsigned)table[i][j]); puts("");
  printf("%d %d %d\n", (int)wcslen(L"\0x"), L'\n', L'\\'); const wchar_t *p = wcschr(s, L's'); printf("%td %ls\n", p - s, p); printf("%ls\n", wcsstr(s, L"ri"));
  wmemset(buf, L'-', 5); buf[5] = 0; printf("[%ls] [%8ls] [%-8ls] [%.2ls]\n", buf, L"r", L"l", L"trunc"); printf("%lc%lc\n", L'o', L'k');
  swprintf(buf, 32, L"%d-%ls-%s", 42, L"w", "n"); printf("%ls\n", buf); wchar_t *end; long lv = wcstol(L"123abc", &end, 10); printf("%ld %ls\n", lv, end); printf("%g\n", wcstod(L"2.5e1", 0));
  printf("%d %d %lc\n", iswalpha(L'a') != 0, iswdigit(L'x') != 0, towupper(L'q')); char mb[] = "pl\303\244in"; printf("%zu\n", strlen(mb)); printf("%d\n", (wchar_t)-1 < 0);
  wchar_t arr[3] = L"abc"; printf("%lc\n", arr[2]); switch (s[0]) { case L'w': puts("w"); break; default: puts("?"); } printf("%d\n", sizeof(L'a') == sizeof(wchar_t)); return 0; }
