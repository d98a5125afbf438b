import { proofSize } from '#test/support/runner/proof-size'
import { testKilledJobs } from './killed-jobs.ts'

testKilledJobs({
  rows: proofSize({ reduced: 2000, full: 20_000 }),
  kills: proofSize({ reduced: 4, full: 40 }),
})
