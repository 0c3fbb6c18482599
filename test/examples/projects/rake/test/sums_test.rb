require "minitest/autorun"
require "sums"

class SumsTest < Minitest::Test
  def test_sum
    assert_equal 6, Sums.sum([1, 2, 3])
  end
end
