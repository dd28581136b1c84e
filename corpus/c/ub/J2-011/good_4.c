#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
/* Padding is unspecified, and read without harm (6.2.6.1p6). */
struct record { char kind; int size; char name[5]; };
struct deep { short id; struct record of[2]; long double weight; };
struct bits { unsigned low : 3, high : 4; unsigned char last; };
static unsigned sum(const void *p, size_t n) {
  const unsigned char *b = p;
  unsigned all = 0;
  while (n-- > 0)
    all += *b++;
  return all;
}
static void *zone(void *seconds) {
  struct tm date;
  localtime_r(seconds, &date);
  return (void *)(long)(date.tm_zone[0] == 'U' && date.tm_year == 70);
}
int main(void) {
  struct record r[2], same;
  for (int i = 0; i < 2; i++) {
    r[i].kind = 'a';
    r[i].size = 3;
    strcpy(r[i].name, "four");
  }
  same = r[0];
  struct deep *d = malloc(2 * sizeof *d), *e = malloc(sizeof *e);
  struct bits b;
  FILE *f = tmpfile();
  if (d == NULL || e == NULL || f == NULL)
    return 1;
  d[0].id = d[1].id = 1;
  d[0].weight = d[1].weight = 2.5L;
  memcpy(d[0].of, r, sizeof r);
  memcpy(d[1].of, r, sizeof r);
  *e = d[1];
  b.low = 5;
  b.high = 9;
  b.last = 7;
  printf("%d", fwrite(r, sizeof *r, 2, f) == 2);
  printf("%d", fwrite(d, sizeof *d, 2, f) == 2);
  printf("%d", fwrite(e, sizeof *e, 1, f) == 1);
  printf("%d", fwrite(&b, sizeof b, 1, f) == 1);
  printf("%d", memcmp(&same, r, sizeof same) < 2000);
  printf("%d\n", sum(e, sizeof *e) > 0 && sum(&b, sizeof b) > 0);
  unsigned char text[sizeof *r];
  memcpy(text, &r[1], sizeof text);
  printf("%d%d\n", sum(text, sizeof text) > 0, fwrite(text, sizeof text, 1, f) == 1);
  fclose(f);
  free(d);
  free(e);
  time_t epoch = 5;
  pthread_t t[2];
  void *yes[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, zone, &epoch);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], &yes[i]);
  printf("%d\n", yes[0] != NULL && yes[1] != NULL);
  return 0;
}
