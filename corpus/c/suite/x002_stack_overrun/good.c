#include <stdio.h>
#include <string.h>
int main(void) {
    char host[12], line[32];
    strcpy(line, "localhost.localdomain");
    strncpy(host, line, sizeof host - 1); host[11] = 0;
    puts(host);
    return 0;
}
