package sums

func Sum(numbers []int) int {
	all := 0
	for _, one := range numbers {
		all += one
	}
	return all
}
