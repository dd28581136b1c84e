#include <stdio.h>
static FILE *open_it(void)
{
    char room[BUFSIZ];
    FILE *f = tmpfile();
    if (f) setvbuf(f, room, _IOFBF, sizeof room);
    return f;
}
int main(void)
{
    FILE *f = open_it();
    if (!f) return 1;
    fputs("text", f);
    fclose(f);
    puts("done");
    return 0;
}
