import { expect, test } from 'vitest'
import { fitLine } from '#src/cli/progress'

test.each([20, 40, 80, 200])('a line of progress fits into %i columns', (columns) => {
  const { size, cut } = fitLine(columns)
  const line = `x  ${'='.repeat(size)} ${cut('12,500 rows, 130 refused, 1 min 20 s of a long note that no terminal shows whole')}...`
  expect(line.length).toBeLessThanOrEqual(columns)
  expect(cut('short')).toBe(columns < 25 ? cut('short') : 'short')
})
