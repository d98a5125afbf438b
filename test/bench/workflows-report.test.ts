import { expect, test } from 'vitest'
import { describeJourneys } from '#bench/workflows/report'

const phase = (rate: number, seconds: number) => ({
  name: 'enrol',
  rate,
  seconds,
  statements: [{ seconds: 1.25, text: 'INSERT INTO workflow_run' }],
})

test('the report of workflows lists the rates together, and the slowest statements of the larger run', () => {
  const report = describeJourneys([
    { contacts: 100, phases: [phase(2000, 0.05)] },
    { contacts: 1000, phases: [phase(1000, 1)] },
  ])
  expect(report.split('\n').map((line) => line.trim().split(/ {2,}/))).toEqual([
    ['phase', '100 /s', '1000 /s', 'seconds', 'growth'],
    ['enrol', '2000', '1000', '1.0', '0.50'],
    ['1.3 s', 'INSERT INTO workflow_run'],
  ])
})
