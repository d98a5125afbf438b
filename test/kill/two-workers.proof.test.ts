import { proofSize } from '../support/runner/proof-size.ts'
import { testTwoWorkers } from './workflows.ts'

testTwoWorkers(proofSize({ reduced: 200, full: 10_000 }))
