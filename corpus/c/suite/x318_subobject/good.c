#include <stdio.h>
struct cmd { char verb[4]; char arg[12]; };
int main(void) {
    struct cmd c;
    sscanf("get url", "%s %s", c.verb, c.arg);
    printf("%s\n", c.arg);
    return 0;
}
