import { expect, test } from 'vitest'
import { useCommandBench } from './command-bench.ts'

const { guildhall } = useCommandBench()

test('memberships nightly rejects a day without a dry run, a past day and an invalid day', async () => {
  for (const [args, said] of [
    ['--day 2100-01-01', '--day requires --dry-run'],
    ['--dry-run --day 2020-01-01', 'must not be before today'],
    ['--dry-run --day 2027-02-30', 'a day such as 2027-01-31'],
  ] as const) {
    const refused = await guildhall(`memberships nightly --tenant north ${args}`)
    expect(refused.code).not.toBe(0)
    expect(refused.err).toContain(said)
  }
}, 60_000)
