#include <stdio.h>
#include <sys/stat.h>
int main(void)
{
    struct stat s;
    int r = stat("no-such-file-here", &s);
    printf("%d\n", s.st_size > 0);
    return r != -1;
}
