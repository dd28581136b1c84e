#include <stdio.h>
#include <fcntl.h>
#include <unistd.h>
int main(void)
{
    const char *name = "/tmp/z085_short";
    int fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (fd < 0) return 1;
    if (write(fd, "abc", 3) != 3) return 1;
    lseek(fd, 0, SEEK_SET);
    char b[8];
    long n = read(fd, b, sizeof b);
    int sum = 0;
    for (long i = 0; i < 8; i++)
        sum += b[i];
    printf("%ld %d\n", n, sum > 0);
    close(fd);
    unlink(name);
    return 0;
}
