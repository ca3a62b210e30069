package table

// assign solves the assignment of greatest weight: each row of the matrix takes at most one column and each
// column at most one row; what weighs nothing is left. It returns the column of each row, -1 for none.
//
// It is the Hungarian method with potentials, O(n²·m) for n rows; a row may always take a column of its own
// that weighs 0.
func assign(weight [][]float64) []int {
	n := len(weight)
	if n == 0 {
		return nil
	}
	m := len(weight[0])
	cost := func(i, j int) float64 { // of the free column of a row: 0
		if j < m {
			return -max(weight[i][j], 0)
		}
		return 0
	}
	const far = 1e18
	total := m + n
	u, v := make([]float64, n+1), make([]float64, total+1)
	match, way := make([]int, total+1), make([]int, total+1)
	for i := 1; i <= n; i++ {
		match[0] = i
		at := 0
		least, used := make([]float64, total+1), make([]bool, total+1)
		for j := range least {
			least[j] = far
		}
		for match[at] != 0 {
			used[at] = true
			row, delta, next := match[at], far, 0
			for j := 1; j <= total; j++ {
				if used[j] {
					continue
				}
				if c := cost(row-1, j-1) - u[row] - v[j]; c < least[j] {
					least[j], way[j] = c, at
				}
				if least[j] < delta {
					delta, next = least[j], j
				}
			}
			for j := 0; j <= total; j++ {
				if used[j] {
					u[match[j]] += delta
					v[j] -= delta
				} else {
					least[j] -= delta
				}
			}
			at = next
		}
		for at != 0 {
			match[at] = match[way[at]]
			at = way[at]
		}
	}
	columns := make([]int, n)
	for i := range columns {
		columns[i] = -1
	}
	for j := 1; j <= m; j++ {
		if i := match[j]; i > 0 && weight[i-1][j-1] > 0 {
			columns[i-1] = j - 1
		}
	}
	return columns
}
