#include <stdio.h>
#include <string.h>
#include <stdlib.h>
int main(void) {
    const char *home = getenv("NO_SUCH_VARIABLE_HERE");
    if (!home) home = "";
    printf("%d\n", (int)strlen(home));
    return 0;
}
