#include <stdio.h>
int main(void)
{
    FILE *f = tmpfile();
    if (f) { fclose(f); f = fopen("/tmp/z031.txt", "w+"); }
    if (!f) return 1;
    fputs("one\ntwo\n", f);
    fseek(f, 5, SEEK_SET);
    int c = fgetc(f);
    printf("%d\n", c != EOF);
    fclose(f);
    remove("/tmp/z031.bin");
    return 0;
}
