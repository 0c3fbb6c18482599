pub fn sum(numbers: &[i64]) -> i64 {
    numbers.iter().sum()
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_sum() {
        assert_eq!(super::sum(&[1, 2, 3]), 6);
    }
}
