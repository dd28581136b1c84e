#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <stdarg.h>
static int vs(FILE *f, const char *fmt, ...) { va_list a; va_start(a, fmt); int n = vfscanf(f, fmt, a); va_end(a); return n; }
int main(void) {
    FILE *f = tmpfile(); char b[32], w[16]; int n; fpos_t p; static char vb[64];
    if (!f || setvbuf(f, vb, _IOLBF, sizeof vb)) return 1;
    fprintf(f, "key = some value\n42\t-7 0x10\n\nlast");
    rewind(f);
    n = fscanf(f, "%15[^ =] = %31[^\n]%*c", w, b); printf("%d %s %s\n", n, w, b);
    fgetpos(f, &p);
    int x, y, z; n = vs(f, "%d%d%i", &x, &y, &z); printf("%d %d %d %d\n", n, x, y, z);
    fsetpos(f, &p); x = getc(f); ungetc(x, f); x = getc(f); printf("%c %ld\n", x, ftell(f));
    while (fgets(b, sizeof b, f)) n++;
    printf("%d %d %s\n", n, feof(f) != 0, b);
    clearerr(f); fseek(f, -4, SEEK_END); n = (int)fread(b, 2, 9, f); printf("%d %.4s\n", n, b);
    fseek(f, 0, SEEK_END); fputs("+", f); printf("%ld\n", ftell(f)); 
    fclose(f); printf("%d\n", ftell(f) != 3); /* BAD */
    return 0;
}
