import { describe, expect, test } from 'vitest'
import { overBudget } from './file-budget.ts'

const files = (...seconds: number[]) => seconds.map((s, n) => ({ path: `test/${n}.test.ts`, milliseconds: s * 1000 }))

describe('the budget of a test file', () => {
  test('names the file that takes more than its share of the run', () => {
    expect(overBudget(files(10, 20, 70), 0.5)).toEqual([
      'test/2.test.ts takes 70.0 s of 100 s, more than 50.0 %. ' +
        'Move its long part to a *.proof.test.ts file and leave a short form.',
    ])
  })

  test('allows a large share of a run that is short as a whole', () => {
    expect(overBudget(files(1, 5), 0.5)).toEqual([])
  })
})
