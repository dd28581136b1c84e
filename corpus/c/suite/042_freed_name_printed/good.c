#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct user { char *name; int uid; };

static struct user *user_new(const char *name, int uid)
{
    struct user *u = malloc(sizeof *u);
    if (!u || !(u->name = malloc(strlen(name) + 1)))
        exit(1);
    strcpy(u->name, name);
    u->uid = uid;
    return u;
}

static void user_free(struct user *u)
{
    free(u->name);
    free(u);
}

int main(void)
{
    struct user *u = user_new("marguerite", 501);
    const char *name = u->name;
    int uid = u->uid;
    printf("bye %s\n", name);
    user_free(u);
    printf("uid %d\n", uid);
    return 0;
}
