import { proofSize } from '#test/support/proof-size'
import { testKilledJobs } from './killed-jobs.ts'

testKilledJobs({
  rows: proofSize({ reduced: 4000, full: 20_000 }),
  kills: proofSize({ reduced: 10, full: 40 }),
})
