/* TUF-UB-007 6.5.6p8 a loop goes one too far */
int main(void) {
  char buf[4];
  for (int i = 0; i <= 4; i++)
    buf[i] = 'x'; /* HERE */
  return buf[0] != 'x';
}
