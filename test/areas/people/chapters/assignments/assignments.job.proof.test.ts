import { proofSize } from '#test/support/runner/proof-size'
import { testAssignmentJob } from './assignments.job.ts'

testAssignmentJob({ contacts: 5000, kills: proofSize({ reduced: 3, full: 100 }) })
