#include <stdio.h>

static FILE *open_log(void)
{
    char buffer[512];
    FILE *f = tmpfile();
    if (f && setvbuf(f, buffer, _IOFBF, sizeof buffer) != 0) {
        fclose(f);
        return NULL;
    }
    return f;
}

static int note(FILE *f, int i)
{
    return fprintf(f, "event %d\n", i);
}

int main(void)
{
    FILE *f = open_log();
    int n = 0;
    if (!f)
        return 1;
    for (int i = 0; i < 5; i++)
        n += note(f, i) > 0;
    printf("events %d\n", n);
    fclose(f);
    return 0;
}
