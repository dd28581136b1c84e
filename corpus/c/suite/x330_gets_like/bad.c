#include <stdio.h>
static const char *in = "a fairly long line of input\nnext\n";
static int nextc(void) { return *in ? *in++ : EOF; }
static char *getline8(char *b) {
    int c, i = 0;
    while ((c = nextc()) != EOF && c != '\n') b[i++] = (char)c; /* BAD */
    b[i] = 0;
    return b;
}
int main(void) { char b[8]; puts(getline8(b)); return 0; }
