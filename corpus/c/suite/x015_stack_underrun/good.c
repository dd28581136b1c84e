#include <stdio.h>
#include <string.h>
static void rtrim(char *s) {
    char *e = s + strlen(s) - 1;
    while (e > s && *e == ' ') *e-- = 0;
}
int main(void) {
    char b[] = "     ";
    rtrim(b);
    printf("[%d]\n", b[1]);
    return 0;
}
