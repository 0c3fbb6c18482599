import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class SumsTest {
  @Test
  public void aSum() {
    assertEquals(6, Sums.sum(1, 2, 3));
  }
}
