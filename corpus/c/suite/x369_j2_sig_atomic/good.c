#include <stdio.h>
#include <signal.h>
#include <unistd.h>
#include <string.h>
static char msg[8];
static void on(int s) { (void)s; strcpy(msg,
 "short"); }
int main(void) { signal(SIGINT, on); raise(SIGINT); puts(msg); return 0; }
