#include <stdio.h>
#include <stdlib.h>

struct job { int id; int status; };

static int run_job(struct job *j)
{
    j->status = j->id % 3;
    if (j->status == 2) {
        free(j);
        return -1;
    }
    return 0;
}

static int submit(int id)
{
    struct job *j = malloc(sizeof *j);
    if (!j)
        exit(1);
    j->id = id;
    if (run_job(j) < 0) {
        int st = j->status;
        return -st;
    }
    int st = j->status;
    free(j);
    return st;
}

int main(void)
{
    printf("job 3: %d\n", submit(3));
    printf("job 4: %d\n", submit(4));
    int r = submit(5);
    printf("job 5 failed: %s\n", r <= 0 ? "yes" : "no");
    return 0;
}
