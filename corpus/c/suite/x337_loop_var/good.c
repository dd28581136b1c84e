#include <stdio.h>
int main(void) {
    for (int i = 0; i < 3; i++) {
        int seen = 0;
        if (i == 0) seen = 1;
        if (seen) printf("%d\n", i);
    }
    return 0;
}
