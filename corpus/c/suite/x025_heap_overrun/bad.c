#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef void (*copier)(char *, const char *);
static void all(char *d, const char *s) { memcpy(d, s, 16); } /* BAD */
static void half(char *d, const char *s) { memcpy(d, s, 8); }
static copier const tab[] = { half, all };
int main(void) {
    char *d = malloc(8);
    if (!d) return 1;
    tab[1](d, "0123456789abcdef");
    printf("%.3s\n", d);
    free(d);
    return 0;
}
