#include <stdio.h>
int main(void)
{
    char path[32] = "dir/file";
    char out[40];
    snprintf(out, sizeof out, "/root/%s", path + 4);
    printf("%d\n", out[0] == '/');
    return 0;
}
