public class Sums {
  static int sum(int... numbers) {
    int all = 0;
    for (int one : numbers) all += one;
    return all;
  }
}
