#include <stdio.h>
int main(void)
{
    char path[32] = "dir/file";
    snprintf(path, sizeof path, "/root/%s", path + 4);
    printf("%d\n", path[0] == '/');
    return 0;
}
