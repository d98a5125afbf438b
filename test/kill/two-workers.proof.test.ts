import { proofSize } from '../support/proof-size.ts'
import { testTwoWorkers } from './workflows.ts'

testTwoWorkers(proofSize({ reduced: 400, full: 10_000 }))
