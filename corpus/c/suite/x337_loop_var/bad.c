#include <stdio.h>
int main(void) {
    for (int i = 0; i < 3; i++) {
        int seen;
        if (i == 0) seen = 1;
        if (seen) printf("%d\n", i); /* BAD */
    }
    return 0;
}
