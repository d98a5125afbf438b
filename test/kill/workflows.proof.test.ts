import { proofSize } from '../support/runner/proof-size.ts'
import { testWorkflowKills } from './workflows.ts'

testWorkflowKills({
  kills: proofSize({ reduced: 5, full: 100 }),
  contacts: proofSize({ reduced: 400, full: 10_000 }),
})
