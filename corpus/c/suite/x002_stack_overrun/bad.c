#include <stdio.h>
#include <string.h>
int main(void) {
    char host[12], line[32];
    strcpy(line, "localhost.localdomain");
    strcpy(host, line); /* BAD */
    puts(host);
    return 0;
}
