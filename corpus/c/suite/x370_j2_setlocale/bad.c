#include <stdio.h>
#include <locale.h>
int main(void) {
    char *l = setlocale(LC_ALL, NULL), c[2] = "C";
    if (!l) return 0;
    l[0] = 'c'; /* BAD */
    puts(c);
    return 0;
}
