#include <stdio.h>
#include <wchar.h>
int main(void) {
    FILE *f = tmpfile(); wchar_t b[8];
    if (!f) return 1;
    fputws(L"wide line\n", f);
    rewind(f);
    wchar_t *p = fgetws(b, 8, f);
    printf("%d\n", p != 0 && b[0] == L'w');
    fclose(f);
    return 0;
}
