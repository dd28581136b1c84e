#include <stdio.h>
#include <dirent.h>
int main(void)
{
    DIR *d = opendir("/tmp");
    if (!d) return 1;
    struct dirent *e = readdir(d);
    printf("%d\n", e != 0 || e == 0);
    closedir(d);
    return 0;
}
