#include <stdio.h>
static char room[512];
int main(void)
{
    FILE *f = tmpfile();
    if (!f) return 1;
    fputs("head", f);
    int r = setvbuf(f, room, _IOFBF, sizeof room);
    printf("%d\n", r == r);
    fclose(f);
    return 0;
}
