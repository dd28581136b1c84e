#include <stdio.h>
static void buffered(void) {
    char buf[BUFSIZ];
    setvbuf(stdout, buf, _IOFBF, sizeof buf);
    printf("in buffer\n");
}
int main(void) {
    buffered();
    printf("after\n"); /* BAD */
    return 0; /* BAD */
} /* BAD */
