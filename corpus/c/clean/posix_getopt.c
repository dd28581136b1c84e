#define _GNU_SOURCE
#include <arpa/inet.h>
#include <getopt.h>
#include <libgen.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* getopt_long with all kinds of options, linear search, parts of names, bytes of the network. */
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void run(int argc, char **argv, const char *options)
{
    static int flag;
    static const struct option list[] = { { "verbose", 0, 0, 'v' }, { "out", 1, 0, 'o' }, { "opt", 2, 0, 'p' }, { "flag", 0, &flag, 7 }, { 0, 0, 0, 0 } };
    int c, i = -1;
    optind = 0;
    opterr = 0;
    while ((c = getopt_long(argc, argv, options, list, &i)) != -1)
        printf("[%d %s %d]", c, optarg ? optarg : "-", c == '?' || c == ':' ? optopt : 0);
    printf(" %d flag %d:", optind, flag);
    for (i = 1; i < argc; i++)
        printf(" %s", argv[i]);
    puts("");
}

#define RUN(options, ...) do { char *v[] = { "p", __VA_ARGS__, 0 }; run(sizeof v / sizeof *v - 1, v, options); } while (0)

int main(void)
{
    RUN("ab:c::", "-a", "x", "-b", "1", "-bzz", "-c", "-cq", "y", "--", "-a");
    RUN("ab:c::", "x", "-abfoo", "y", "-ca", "--verbose", "--out=5", "--out", "6", "z", "--opt", "--opt=3", "--flag");
    RUN("+ab:", "-a", "x", "-b");
    RUN("-ab:", "-a", "x", "-b", "q", "r");
    RUN(":ab:", "-b");
    RUN("ab:", "-z", "-ba", "--nope", "--ver", "--o=3", "--verbose=3", "k");
    int v[10] = { 3, 1 }, k = 5;
    size_t n = 2;
    lsearch(&k, v, &n, sizeof k, compare);
    printf("%zu %d\n", n, lfind(&k, v, &n, sizeof k, compare) == v + 2);
    char p[] = "/usr/lib/x/", q[] = "/usr/lib/x/";
    printf("%s %s\n", dirname(p), basename(q));
    printf("%x %x\n", htonl(0x01020304), ntohs(0x0102));
    return 0;
}
