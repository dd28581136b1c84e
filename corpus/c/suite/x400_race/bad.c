#include <stdio.h>
#include <string.h>
#include <pthread.h>
static void *w(void *x) {
    char line[8]; char *save;
    strcpy(line, x);
    char *t = strtok(line, ","); (void)save; /* BAD */
    return t ? x : 0;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, w, "a,b"); pthread_create(&u, 0, w, "c,d");
    pthread_join(t, 0); pthread_join(u, 0);
    puts("split");
    return 0;
}
