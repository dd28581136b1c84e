#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int errors;

_Noreturn static void die(const char *msg, int code)
{
    errors++;
    if (code > 0) {
        printf("fatal: %s\n", msg);
        exit(0);
    }
    printf("error: %s\n", msg);
    exit(0);
}

static int digit(char c)
{
    if (c < '0' || c > '9')
        die("not a digit", 0);
    return c - '0';
}

int main(void)
{
    printf("%d\n", digit('7'));
    fflush(stdout);
    int x = digit('x');
    printf("%d %d\n", x > 0, errors);
    return 0;
}
