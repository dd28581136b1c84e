#include <stdio.h>
int main(void) {
    FILE *f = tmpfile(); char b[32]; long at;
    if (!f) return 1;
    fprintf(f, "%d %s %5.2f\n", 12, "ab", 1.5);
    at = ftell(f);
    fputs("tail\n", f);
    fseek(f, at, SEEK_SET);
    int c = fgetc(f); ungetc(c, f);
    fgets(b, sizeof b, f);
    rewind(f);
    int n; double d;
    fscanf(f, "%d %s %lf", &n, b, (float *)&d); /* BAD */
    printf("%d %s %.2f %d\n", n, b, d, feof(f) || ferror(f));
    fclose(f);
    return 0;
}
