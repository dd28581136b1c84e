#include <stdio.h>
#include <fcntl.h>
#include <unistd.h>
int main(void)
{
    int fd = open("/tmp/z088_mode", O_WRONLY | O_CREAT);
    printf("%d\n", fd >= 0);
    close(fd);
    unlink("/tmp/z088_mode");
    return 0;
}
