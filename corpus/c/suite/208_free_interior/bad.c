#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int count_fields(const char *csv)
{
    char *copy = malloc(strlen(csv) + 1);
    int n = 1;
    if (!copy)
        exit(1);
    strcpy(copy, csv);
    char *p = copy;
    while ((p = strchr(p, ',')) != NULL) {
        p++;
        n++;
        copy = p;
    }
    free(copy);
    return n;
}

int main(void)
{
    int n = count_fields("single");
    printf("%d\n", n);
    fflush(stdout);
    n = count_fields("a,bb,ccc");
    printf("%d\n", n);
    return 0;
}
