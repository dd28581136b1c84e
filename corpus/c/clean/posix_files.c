#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <fcntl.h>
#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <time.h>
/* Files, directories and descriptors of POSIX, in the files of the run. */
int main(void)
{
    mkdir("/tmp/posix_files", 0755);
    if (chdir("/tmp/posix_files")) { perror("chdir"); return 1; }
    FILE *f = fopen("a.txt", "w");
    fputs("hello\nworld\n", f); fclose(f);
    struct stat st;
    if (stat("a.txt", &st)) perror("stat");
    printf("%ld %d %o\n", (long)st.st_size, S_ISREG(st.st_mode), st.st_mode & 0600);
    char t[] = "fooXXXXXX";
    int fd = mkstemp(t);
    printf("%d %zu\n", fd >= 0, strlen(t));
    write(fd, "0123456789", 10);
    lseek(fd, 3, SEEK_SET);
    char b[8] = "";
    printf("%ld %.2s\n", (long)read(fd, b, 2), b);
    printf("%ld %.3s\n", (long)pread(fd, b, 3, 7), b);
    ftruncate(fd, 4); fstat(fd, &st); printf("%ld\n", (long)st.st_size);
    close(fd); unlink(t);
    mkdir("sub", 0700); rename("a.txt", "sub/b.txt");
    printf("%d %d\n", access("a.txt", F_OK), access("sub/b.txt", R_OK));
    DIR *d = opendir("sub");
    for (struct dirent *e; (e = readdir(d));) if (e->d_name[0] != '.') printf("%s %d\n", e->d_name, e->d_type == DT_REG);
    closedir(d);
    int removed = rmdir("sub");
    printf("%d %d\n", removed, errno == ENOTEMPTY);
    char cwd[100]; printf("%s\n", getcwd(cwd, sizeof cwd));
    char *r = realpath("sub/../sub/b.txt", NULL); puts(r); free(r);
    f = fopen("sub/b.txt", "r+"); fseek(f, 0, SEEK_END); printf("%ld\n", ftell(f)); rewind(f); char line[20]; fgets(line, 20, f); fputs(line, stdout); fclose(f);
    unlink("sub/b.txt"); rmdir("sub"); chdir("/"); printf("%d\n", rmdir("/tmp/posix_files"));
    struct timespec ts; clock_gettime(CLOCK_MONOTONIC, &ts);
    printf("%ld %d\n", sysconf(_SC_PAGESIZE), getpagesize());
    printf("%d\n", fopen("/no/such", "r") == NULL && errno == ENOENT);
    return 0;
}
