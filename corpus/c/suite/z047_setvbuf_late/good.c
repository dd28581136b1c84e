#include <stdio.h>
static char room[512];
int main(void)
{
    FILE *f = tmpfile();
    if (!f) return 1;
    int r = setvbuf(f, room, _IOFBF, sizeof room);
    fputs("head", f);
    printf("%d\n", r == r);
    fclose(f);
    return 0;
}
