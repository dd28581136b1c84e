#include <stdio.h>
#include <string.h>
int main(void) {
    char out[10] = "id=";
    const char *v = "1234567890";
    strncat(out, v, sizeof out); /* BAD */
    puts(out);
    return 0;
}
