#include <stdio.h>
#include <pthread.h>
static void *show(void *p) { printf("%d\n", *(int *)p >= 0); return 0; } /* BAD */
int main(void) {
    pthread_t t[3]; int id[3];
    int i;
    for (i = 0; i < 3; i++) { /* BAD */
        id[i] = i;
        pthread_create(&t[i], 0, show, &i);
    }
    for (int k = 0; k < 3; k++) pthread_join(t[k], 0);
    return 0;
}
