#include <stdio.h>
int main(void) {
    int n = 0, tot;
    for (int i = 0; i < n; i++) tot = i;
    switch (tot) { case 0: puts("zero"); break; default: puts("other"); } /* BAD */
    return 0;
}
