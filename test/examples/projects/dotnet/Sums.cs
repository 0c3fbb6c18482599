using System.Linq;
using Xunit;

public static class Sums
{
    public static int Sum(params int[] numbers) => numbers.Sum();
}

public class SumsTest
{
    [Fact]
    public void ASum() => Assert.Equal(6, Sums.Sum(1, 2, 3));
}
