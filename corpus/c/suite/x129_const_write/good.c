#include <stdio.h>
#include <string.h>
int main(void) {
    char csv[] = "a;b;c";
    int n = 0;
    for (char *t = strtok(csv, ";"); t; t = strtok(NULL, ";")) n++;
    printf("%d\n", n);
    return 0;
}
