#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <dirent.h>
int main(void)
{
    DIR *d = opendir("/tmp");
    if (!d) return 1;
    struct dirent *e = readdir(d);
    char *name = strdup(e->d_name);
    closedir(d);
    printf("%d\n", name[0] == '.');
    free(name);
    return 0;
}
