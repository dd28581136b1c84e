#include <stdio.h>
struct s { char t[8]; };
static struct s mk(void) { return (struct s){ "temp" }; }
static const char *keep;
static void save(const char *p) { keep = p; }
int main(void) {
    save(mk().t);
    printf("%c\n", keep[0]); /* BAD */
    return 0;
}
