#include <stdio.h>
#include <string.h>
int main(void) {
    char s[] = "a,b";
    char *first = strtok(s, ",");
    printf("%s %s\n", first ? first : "-", s);
    return 0;
}
