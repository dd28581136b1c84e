#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
    char name[] = "/tmp/aXXXXXX";
    int fd = mkstemp(name);
    printf("%d\n", fd > 2);
    close(fd);
    unlink(name);
    return 0;
}
