#include <stdio.h>
#include <string.h>
#include <stdlib.h>
int main(void) {
    const char *home = getenv("NO_SUCH_VARIABLE_HERE");
    printf("%d\n", (int)strlen(home)); /* BAD */
    return 0;
}
