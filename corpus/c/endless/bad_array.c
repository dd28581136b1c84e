static int next[4] = {1, 2, 3, 1};
int main(void) {
  int i = 0, steps = 0;
  for (i = 0; next[i] != 0; i = next[i]) /* HERE */
    steps ^= 1;
  return steps;
}
