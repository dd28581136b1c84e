#include <stdio.h>
#include <string.h>
int main(void) {
    char s[4] = "abc";
    char *p = memchr(s, 'z', 100); /* BAD */
    printf("%d %d\n", p != 0, strncmp(s, "abc", 50));
    return 0;
}
