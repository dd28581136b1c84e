#include <stdio.h>
int main(void)
{
    FILE *f = fopen("/tmp/z032.txt", "w+");
    if (!f) return 1;
    fputs("abcdef", f);
    rewind(f);
    fgetc(f);
    long at = ftell(f); fseek(f, at, SEEK_SET);
    printf("%d\n", fgetc(f) != EOF);
    fclose(f);
    remove("/tmp/z032.txt");
    return 0;
}
