#include <stdio.h>
#include <string.h>
int main(void) {
    FILE *f = tmpfile(); char line[16];
    if (!f) return 1;
    strcpy(line, "key");
    fwrite(line, 1, sizeof line, f); /* BAD */
    rewind(f);
    char in[16]; fread(in, 1, 16, f);
    printf("%d\n", in[10] == 3); /* BAD */
    fclose(f);
    return 0;
}
