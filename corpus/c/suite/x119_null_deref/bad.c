#include <stdio.h>
#include <string.h>
int main(void) {
    char s[] = "a,b";
    char *first = strtok(NULL, ","); /* BAD */
    printf("%s %s\n", first ? first : "-", s);
    return 0;
}
