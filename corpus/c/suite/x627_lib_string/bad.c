#include <stdio.h>
#include <string.h>
int main(void) {
    char a[3] = { 'x', 'y', 'z' }, b[4] = "xyz";
    printf("%d\n", strchr(a, 'q') != NULL); (void)b; /* BAD */
    return 0;
}
