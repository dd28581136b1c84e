#include <stdio.h>
#include <string.h>
int main(void) {
    char a[4] = { 'a', 'b', 'c', 'd' };
    char b[8] = "abcd";
    printf("%d\n", strncmp(b, a, 4) >= -300);
    return 0;
}
